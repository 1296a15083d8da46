import type { DirectoryBank } from '@dolphin/domain/payments/bank-directory'
import { SANDBOX_INSTITUTIONS } from '@dolphin/integrations/ibv/sandbox/institutions'

/**
 * Made-up banks under numbers that pass the check digit, those of the sandbox bank link among them; none is a real
 * institution's name. The Federal Reserve's directory may not be copied into a product without an agreement, so an
 * operator loads their own.
 */
export const SAMPLE_BANKS: readonly DirectoryBank[] = [
  ['119005718', 'Example Plains Bank', 'Amarillo', 'TX'],
  ['121008813', 'Example Pacific Bank', 'Sacramento', 'CA'],
  ['072009026', 'Example Lakes Bank', 'Lansing', 'MI'],
  ['083006115', 'Example River Bank', 'Louisville', 'KY'],
  ['109007331', 'Example Prairie Bank', 'Omaha', 'NE'],
  ['124004555', 'Example Mountain Bank', 'Provo', 'UT'],
  ['269001442', 'Example Valley Savings', 'Springfield', 'IL'],
  ['321002664', 'Example Desert Savings', 'Reno', 'NV'],
  ...SANDBOX_INSTITUTIONS.map(({ routingNumber, name, city, state }) => [routingNumber, name, city, state]),
].map(([routingNumber = '', bankName = '', city = '', state = '']) => ({
  routingNumber,
  bankName,
  city,
  state,
  takesAch: true,
  newRoutingNumber: null,
}))
