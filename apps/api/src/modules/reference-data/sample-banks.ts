import type { UsState } from '@dolphin/domain/applications/us-states'

export interface SampleBank {
  readonly routingNumber: string
  readonly bankName: string
  readonly city: string
  readonly state: UsState
}

/**
 * Made-up banks under numbers that pass the check digit; none is a real institution's name. The Federal Reserve's
 * directory may not be copied into a product without an agreement, so an operator loads their own.
 */
export const SAMPLE_BANKS: readonly SampleBank[] = [
  { routingNumber: '119005718', bankName: 'Example Plains Bank', city: 'Amarillo', state: 'TX' },
  { routingNumber: '121008813', bankName: 'Example Pacific Bank', city: 'Sacramento', state: 'CA' },
  { routingNumber: '072009026', bankName: 'Example Lakes Bank', city: 'Lansing', state: 'MI' },
  { routingNumber: '083006115', bankName: 'Example River Bank', city: 'Louisville', state: 'KY' },
  { routingNumber: '109007331', bankName: 'Example Prairie Bank', city: 'Omaha', state: 'NE' },
  { routingNumber: '124004555', bankName: 'Example Mountain Bank', city: 'Provo', state: 'UT' },
  { routingNumber: '269001442', bankName: 'Example Valley Savings', city: 'Springfield', state: 'IL' },
  { routingNumber: '321002664', bankName: 'Example Desert Savings', city: 'Reno', state: 'NV' },
]
