import { currentConsents } from '@dolphin/database/consents/consent-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Customer } from '@dolphin/database/identity/customer-repository'
import { addressIndexOf } from '@dolphin/database/notices/delivery-repository'
import { suspendedAddressesOf } from '@dolphin/database/notices/suspended-address-repository'
import {
  ADVERTISING_CONSENTS,
  type AdvertisingChannel,
  type AdvertisingObstacle,
  advertisingObstacle,
} from '@dolphin/domain/consents/advertising'
import type { Deps } from '../../deps.ts'

/** An address, and the channel that leads to it. */
interface AdvertisedTo {
  readonly channel: AdvertisingChannel
  readonly recipient: string
}

/** What keeps an advertisement from an address of a customer now; null where it goes. */
export async function advertisingObstacleOf(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  customer: Customer,
  { channel, recipient }: AdvertisedTo,
): Promise<AdvertisingObstacle | null> {
  const consent = (await currentConsents(executor, customer)).get(ADVERTISING_CONSENTS[channel])
  const stopped = await suspendedAddressesOf(executor, customer)
  return advertisingObstacle({
    accountStatus: customer.accountStatus,
    optInFlags: customer.optInFlags,
    consented: consent?.given === true,
    addressStopped: stopped.has(addressIndexOf(cipher, recipient)),
  })
}

/** The same for the mailbox of the account. */
export const mailOfferObstacleOf = (
  deps: Pick<Deps, 'cipher'>,
  executor: Executor,
  customer: Customer,
): Promise<AdvertisingObstacle | null> =>
  advertisingObstacleOf(deps, executor, customer, { channel: 'mail', recipient: customer.email })
