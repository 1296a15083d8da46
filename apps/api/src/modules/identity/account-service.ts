import type { Locale } from '@dolphin/domain/portfolios/localized'
import { recordConsents } from '@dolphin/database/consents/consent-repository'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { findCustomerByEmail, insertCustomer } from '@dolphin/database/identity/customer-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  consumeResource,
  findResource,
  type Resource,
} from '@dolphin/database/applications/resource-repository'
import { assert } from '@dolphin/domain/assert'
import { checkConsents, type ConsentAnswer } from '@dolphin/domain/consents/consent-check'
import { AccountStatus, ContactType, CreateAccountType, OptInFlag } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import { type Result, refuse } from '../../refusal.ts'
import { consentRefusal } from '../consents/consent-refusal.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { ADVERTISING_CONSENT_KINDS } from '@dolphin/domain/consents/advertising'
import { maskEmail } from '@dolphin/domain/identity/mask-address'
import { hashToken, newId } from '../../security/secrets.ts'
import type { OpenedSession } from './session-service.ts'
import { knowFirstDevice } from './device-service.ts'
import { stateRefusal } from './sign-in-service.ts'

/** Asked when an account is made; authorization and military status belong to a loan. */
const ACCOUNT_CONSENTS: readonly ConsentKind[] = [
  ConsentKind.electronicRecords,
  ConsentKind.creditTermsAndPrivacy,
  ...ADVERTISING_CONSENT_KINDS,
]

export const accountConsents = (templates: readonly ConsentTemplate[]): ConsentTemplate[] =>
  templates.filter(({ kind }) => ACCOUNT_CONSENTS.includes(kind))

export type LinkFault = 'expired' | 'used' | 'unknown' | 'otherPortfolio' | 'duplicate' | 'accountHeld'

export interface LinkView {
  readonly fault: LinkFault | null
  readonly purpose: 'createAccount' | 'resetPassword' | null
  readonly maskedEmail: string | null
  readonly createAccountType: CreateAccountType | null
  readonly madeAt: Date | null
  readonly expiresAt: Date | null
  /** Told to the holder of the mailbox alone: -2 with `duplicate`, -1 or -3 with `accountHeld`. */
  readonly accountStatus: AccountStatus | null
}

const NO_LINK = {
  purpose: null,
  maskedEmail: null,
  createAccountType: null,
  madeAt: null,
  expiresAt: null,
  accountStatus: null,
} as const

/** What a mailed link is for. Reading uses nothing up: mail scanners follow links too. */
export async function readLink(
  { cipher }: IdentityDeps,
  { tx: executor, now }: ReadPoint,
  portfolioId: number,
  token: string,
): Promise<LinkView> {
  const found = await findResource(executor, cipher, hashToken(token))
  if (found === undefined || !isLinkPurpose(found.purpose)) return { ...NO_LINK, fault: 'unknown' }
  if (found.portfolioId !== portfolioId) return { ...NO_LINK, fault: 'otherPortfolio' }
  const email = emailOf(found)
  const view = {
    purpose: found.purpose,
    maskedEmail: maskEmail(email),
    createAccountType: found.purpose === 'createAccount' ? accountTypeOf(found) : null,
    madeAt: found.createdAt,
    expiresAt: found.expiresAt,
    accountStatus: null,
  }
  if (found.maxUses !== null && found.uses >= found.maxUses) return { ...view, fault: 'used' }
  if (now >= found.expiresAt) return { ...view, fault: 'expired' }
  const customer = await findCustomerByEmail(executor, cipher, portfolioId, email)
  if (found.purpose === 'resetPassword') {
    const held = customer !== undefined && stateRefusal(customer) !== undefined
    return held
      ? { ...view, fault: 'accountHeld', accountStatus: customer.accountStatus }
      : { ...view, fault: null }
  }
  if (customer === undefined) return { ...view, fault: null }
  return { ...view, fault: 'duplicate', accountStatus: AccountStatus.duplicate }
}

const isLinkPurpose = (purpose: string): purpose is 'createAccount' | 'resetPassword' =>
  purpose === 'createAccount' || purpose === 'resetPassword'

function emailOf({ sealedSubject }: Resource): string {
  const email = sealedSubject?.['email']
  assert(typeof email === 'string', 'an account link is made for an email address')
  return email
}

function accountTypeOf({ subject }: Resource): CreateAccountType {
  const type = Object.values(CreateAccountType).find((value) => value === subject['createAccountType'])
  return type ?? CreateAccountType.home
}

export interface NewAccount {
  readonly portfolioId: number
  readonly token: string
  readonly passwordHash: string
  /** Undefined until the application asks for it. */
  readonly name:
    | { readonly firstName: string; readonly middleName: string; readonly lastName: string }
    | undefined
  readonly consents: readonly ConsentAnswer[]
  readonly templates: readonly ConsentTemplate[]
  readonly ip: string
  readonly userAgent: string
  readonly browser: boolean
  /** Of the page; the account's notices speak it. */
  readonly locale: Locale
}

export interface CreatedAccount {
  readonly openId: string
  readonly createAccountType: CreateAccountType
  /** Undefined for type 3, whose borrower signs in later. */
  readonly session: OpenedSession | undefined
  readonly next: string
  readonly deviceToken: string
}

/** Makes the account of a link, once: the link is used up in the same transaction. Source: domain.md §12. */
export async function createAccount(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: NewAccount,
): Promise<Result<CreatedAccount>> {
  const { tx, now } = unit
  const { portfolioId, token, templates, consents } = account
  const checked = checkConsents(accountConsents(templates), consents)
  if (!checked.ok) return consentRefusal(checked.error)
  const resource = await findResource(tx, deps.cipher, hashToken(token))
  const key = { tokenHash: hashToken(token), portfolioId, purpose: 'createAccount' }
  if (resource === undefined || !(await consumeResource(tx, key, now))) return refuse('linkNoLongerValid')
  const owner = { portfolioId, openId: newId(deps.random) }
  if (!(await insertAccount(deps, unit, { ...owner, email: emailOf(resource) }, account)))
    return refuse('accountDuplicate')
  const createAccountType = accountTypeOf(resource)
  const session =
    createAccountType === CreateAccountType.end
      ? undefined
      : await deps.sessions.open(
          unit,
          { kind: 'customer', owner, userAgent: account.userAgent },
          account.browser,
        )
  const deviceToken = await knowFirstDevice(deps, unit, owner)
  const next = nextPage(createAccountType, resource)
  return ok({ openId: owner.openId, createAccountType, session, next, deviceToken })
}

/** A customer to be, under the mailbox that a link came through. */
interface NewCustomer {
  readonly portfolioId: number
  readonly openId: string
  readonly email: string
}

async function insertAccount(
  { cipher }: IdentityDeps,
  { tx, now }: UnitOfWork,
  { portfolioId, openId, email }: NewCustomer,
  { name, passwordHash, consents, ip, userAgent, locale }: NewAccount,
): Promise<boolean> {
  const owner = { portfolioId, openId }
  const marketing = consents.some(({ kind, given }) => given && ADVERTISING_CONSENT_KINDS.includes(kind))
  const customer = {
    ...owner,
    email,
    profile: name ?? {},
    accountStatus: AccountStatus.active,
    passwordHash,
    optInFlags: marketing ? OptInFlag.marketing : 0,
    language: locale,
  }
  if (!(await insertCustomer(tx, cipher, customer, now))) return false
  // The link came through that mailbox, which is the proof. Source: domain.md §3.
  await saveContact(tx, cipher, owner, {
    contact: { contactType: ContactType.email, value: email, verified: true },
    at: now,
  })
  const records = consents.map(({ kind, version, given }) => ({
    kind,
    templateVersion: String(version),
    given,
    ipAddress: ip,
    userAgent,
  }))
  await recordConsents(tx, cipher, owner, { consents: records, at: now })
  await appendAudit(tx, {
    portfolioId: owner.portfolioId,
    subject: owner.openId,
    action: 'accountCreated',
    actor: `customer:${owner.openId}`,
    facts: { consents: consents.filter(({ given }) => given).map(({ kind }) => kind) },
    at: now,
  })
  return true
}

/** Source: domain.md §12, create-account types. */
function nextPage(type: CreateAccountType, { sealedSubject }: Resource): string {
  // As its own part of the path, whatever a release before took.
  const named = sealedSubject?.['resource']
  const resource = typeof named === 'string' ? encodeURIComponent(named) : undefined
  switch (type) {
    case CreateAccountType.guidance:
      return resource === undefined ? '/guidance' : `/application/${resource}`
    case CreateAccountType.home:
      return '/home'
    case CreateAccountType.end:
      return '/notification/102'
    case CreateAccountType.signLoanAgreement:
      return resource === undefined ? '/home' : `/signature/${resource}`
  }
}
