import type { Contact } from '@dolphin/database/identity/contact-repository'
import { listContacts } from '@dolphin/database/identity/contact-repository'
import type { Customer } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { ContactType, hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { maskEmail, maskPhone } from '@dolphin/domain/identity/mask-address'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const RESEND_AFTER_SECONDS = 30

/** Where a code goes. */
export interface CodeAddress {
  readonly sentBy: 'mail' | 'sms'
  readonly contactType: ContactType
  readonly value: string
}

const MAIL_TYPES: readonly ContactType[] = [ContactType.email, ContactType.alternativeEmail]

export const addressOf = ({ contactType, value }: Pick<Contact, 'contactType' | 'value'>): CodeAddress => ({
  sentBy: MAIL_TYPES.includes(contactType) ? 'mail' : 'sms',
  contactType,
  value,
})

export const maskAddress = ({ sentBy, value }: CodeAddress): string =>
  sentBy === 'mail' ? maskEmail(value) : maskPhone(value)

/** A customer who asked not to be called, or replied STOP, gets no text either (47 CFR 64.1200). */
export const mayBeTexted = ({ optInFlags }: Pick<Customer, 'optInFlags'>): boolean =>
  !hasOptInFlag(optInFlags, OptInFlag.doNotCall) && !hasOptInFlag(optInFlags, OptInFlag.uncontactable)

/** A sign-in code goes to a verified cell phone, else to the account's email. Source: domain.md §12. */
export async function signInAddress(
  { cipher, sms }: IdentityDeps,
  executor: Executor,
  customer: Customer,
): Promise<CodeAddress> {
  if (sms !== undefined && mayBeTexted(customer)) {
    const contacts = await listContacts(executor, cipher, customer)
    const phone = contacts.find(
      ({ contactType, verified }) => contactType === ContactType.cellPhone && verified,
    )
    if (phone !== undefined) return addressOf(phone)
  }
  return { sentBy: 'mail', contactType: ContactType.email, value: customer.email }
}

/** A code, and where it is sent. */
interface CodeMessage {
  readonly address: CodeAddress
  readonly kind: 'loginCode' | 'contactCode'
  readonly code: string
  readonly dedupKey: string
}

/** Queues the code's message; `dedupKey` names this very code. */
export async function deliverCode(
  { notices }: IdentityDeps,
  unit: UnitOfWork,
  owner: { readonly portfolioId: number; readonly openId: string },
  { address, kind, code, dedupKey }: CodeMessage,
): Promise<void> {
  await notices.send(unit, {
    portfolioId: owner.portfolioId,
    kind,
    channel: address.sentBy,
    values: { code, validMinutes: String(CODE_MINUTES) },
    recipient: address.value,
    openId: owner.openId,
    loanNo: null,
    dedupKey,
  })
}
