import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import {
  type Contact,
  listContacts,
  lockContacts,
  unverifyContact,
} from '@dolphin/database/identity/contact-repository'
import { type Customer, findCustomer, setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { addressIndexOf } from '@dolphin/database/notices/delivery-repository'
import { liftSuspension, suspendedAddressesOf } from '@dolphin/database/notices/suspended-address-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { ContactType, hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

type ReachDeps = Pick<Deps, 'cipher' | 'sms'>

/** How a customer can be reached without paper. */
export interface CustomerReach {
  /** E-mail addresses that work: the account's, then others that were proved. */
  readonly mails: readonly string[]
  /** Whether a proved cell phone takes texts. */
  readonly byText: boolean
}

/** Which of a customer's addresses work: a suspended one does not, until the customer proves it again. */
export async function reachOfCustomer(
  { cipher, sms }: ReachDeps,
  executor: Executor,
  customer: Customer,
): Promise<CustomerReach> {
  const contacts = await listContacts(executor, cipher, customer)
  const suspended = await suspendedAddressesOf(executor, customer)
  const works = (value: string): boolean => !suspended.has(addressIndexOf(cipher, value))
  const proved = (type: ContactType): Contact | undefined =>
    contacts.find(({ contactType, verified, value }) => contactType === type && verified && works(value))
  const others = [ContactType.email, ContactType.alternativeEmail].flatMap(
    (type) => proved(type)?.value ?? [],
  )
  const mails = [customer.email, ...others].filter(works)
  const mayText = sms !== undefined && !hasOptInFlag(customer.optInFlags, OptInFlag.doNotCall)
  return { mails: [...new Set(mails)], byText: mayText && proved(ContactType.cellPhone) !== undefined }
}

/**
 * Sets the flag "uncontactable" while no electronic way leads to a customer or the customer asked for it, and takes it
 * back when neither holds.
 * Source: product.md §3, customer opt-in flags.
 */
export async function followReach(deps: ReachDeps, { tx, now }: UnitOfWork, owner: Owner): Promise<void> {
  await lockContacts(tx, owner)
  const customer = await findCustomer(tx, deps.cipher, owner)
  if (customer === undefined) return
  const { mails, byText } = await reachOfCustomer(deps, tx, customer)
  const isAsked = hasOptInFlag(customer.staffOptOuts, OptInFlag.uncontactable)
  const isUncontactable = isAsked || (mails.length === 0 && !byText)
  if (isUncontactable === hasOptInFlag(customer.optInFlags, OptInFlag.uncontactable)) return
  await setOptInFlags(tx, owner, customer.optInFlags ^ OptInFlag.uncontactable, now)
}

/** What was shown once is not so any more: the pages ask for the proof again. Source: docs/facts/delivery.md §7. */
export async function unverifyAddress(
  { cipher }: Pick<ReachDeps, 'cipher'>,
  { tx, now }: UnitOfWork,
  owner: Owner,
  address: string,
): Promise<void> {
  const contacts = await listContacts(tx, cipher, owner)
  const dead = contacts.filter(({ value }) => value.toLowerCase() === address.toLowerCase())
  for (const { contactType } of dead) await unverifyContact(tx, owner, contactType, now)
}

/** A customer proved an address or number: what stopped it holds no more. */
export async function addressProved(
  deps: ReachDeps,
  unit: UnitOfWork,
  owner: Owner,
  address: string,
): Promise<void> {
  const { portfolioId, openId } = owner
  if (await liftSuspension(unit.tx, owner, addressIndexOf(deps.cipher, address))) {
    await appendAudit(unit.tx, {
      portfolioId,
      subject: openId,
      action: 'addressRestored',
      actor: `customer:${openId}`,
      facts: {},
      at: unit.now,
    })
  }
  await followReach(deps, unit, owner)
}
