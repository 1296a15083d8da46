import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  APPLYING_STATUSES,
  FUNDED_STATUSES,
  LoanStatus,
  TerminatedSubStatus,
} from '@dolphin/domain/loans/codes'
import {
  findResource,
  insertResource,
  type Resource,
} from '@dolphin/database/applications/resource-repository'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import { derivedToken, hashToken } from '../../security/secrets.ts'

/** Page behind each kind of link to an application. Source: product.md §2. */
export const LINK_PAGES = {
  application: '/application',
  returning: '/returning',
  completeInformation: '/complete-information',
  pendingApplication: '/pending-application',
  signature: '/signature',
} as const

export type LinkPurpose = keyof typeof LINK_PAGES
export const LINK_PURPOSES = Object.keys(LINK_PAGES) as readonly LinkPurpose[]

/** Until the money is there an application can be looked at and completed. */
const UNTIL_FUNDED: readonly LoanStatus[] = [...APPLYING_STATUSES, LoanStatus.approved, LoanStatus.pending]
/** A signature needs something to sign. */
const SIGNABLE: readonly LoanStatus[] = [LoanStatus.originating, LoanStatus.approved, LoanStatus.pending]

type LoanState = Pick<Loan, 'status' | 'subStatus'>

/** A borrower who paid off is invited back by a link to that loan. */
export const isPaidOff = ({ status, subStatus }: LoanState): boolean =>
  status === LoanStatus.terminated && subStatus === TerminatedSubStatus.paidOff

/** Whether what is signed about a loan can only be an amendment. */
export const isAmendable = ({ status }: LoanState): boolean => FUNDED_STATUSES.includes(status)

/**
 * Whether a link of this purpose still leads anywhere, by its loan's state; a signature of a loan that is paid out
 * leads to the amendment that was sent, where there is one. Source: domain.md §3.
 */
export function linkFits(purpose: LinkPurpose, loan: LoanState): boolean {
  if (purpose === 'signature') return SIGNABLE.includes(loan.status) || isAmendable(loan)
  return UNTIL_FUNDED.includes(loan.status) || (purpose === 'returning' && isPaidOff(loan))
}

/**
 * Whether two proofs of identity open this link without an account: not where something is signed, nor the way
 * back of somebody who has an account.
 */
export const opensByIdentity = (purpose: LinkPurpose, loan: LoanState): boolean =>
  purpose !== 'signature' && UNTIL_FUNDED.includes(loan.status)

export interface LoanLink {
  readonly token: string
  /** Path of the page, token included. */
  readonly path: string
}

/** A link lives at most 30 days (domain.md §3); every 15 days the next one takes over, so none is given out old. */
const LIFE_DAYS = 30
const RENEWAL_DAYS = 15

type LinkDeps = Pick<Deps, 'keys'>

/** The link of the time to a loan's application, whether it was made yet or not. */
export function linkOf({ keys }: LinkDeps, loan: Loan, purpose: LinkPurpose, now: Date) {
  const age = Math.floor((now.getTime() - loan.createdAt.getTime()) / (RENEWAL_DAYS * DAY_MS))
  const subject = [purpose, loan.portfolioId, loan.applicationNo, age]
  const token = derivedToken(keys.derive('application links'), subject)
  const expiresAt = new Date(loan.createdAt.getTime() + (age * RENEWAL_DAYS + LIFE_DAYS) * DAY_MS)
  const link: LoanLink = { token, path: `${LINK_PAGES[purpose]}/${token}` }
  return { link, tokenHash: hashToken(token), expiresAt }
}

/** The link to a loan's application for a purpose, made on first need; again it is the same link. */
export async function ensureLoanLink(
  deps: LinkDeps & Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  loan: Loan,
  purpose: LinkPurpose,
): Promise<LoanLink> {
  const { link, tokenHash, expiresAt } = linkOf(deps, loan, purpose, unit.now)
  if ((await findResource(unit.tx, deps.cipher, tokenHash)) !== undefined) return link
  const { portfolioId, applicationNo, loanNo } = loan
  await insertResource(unit.tx, deps.cipher, {
    tokenHash,
    portfolioId,
    purpose,
    subject: { applicationNo, loanNo },
    sealedSubject: null,
    createdAt: unit.now,
    expiresAt,
    maxUses: null,
  })
  return link
}

/** The link if there is one already: for reads, which write nothing. */
export async function currentLoanLink(
  deps: LinkDeps & Pick<Deps, 'cipher'>,
  { tx: executor, now }: ReadPoint,
  loan: Loan,
  purpose: LinkPurpose,
): Promise<LoanLink | undefined> {
  const { link, tokenHash } = linkOf(deps, loan, purpose, now)
  const resource = await findResource(executor, deps.cipher, tokenHash)
  return resource !== undefined && now < resource.expiresAt ? link : undefined
}

/** What a link to an application stands for. */
export interface LinkTarget {
  readonly purpose: LinkPurpose
  readonly applicationNo: string
  readonly loanNo: string
  readonly expiresAt: Date
}

/** Reads a link at its portfolio; undefined for an unknown, foreign or expired one, or one for something else. */
export async function readLoanLink(
  { cipher }: Pick<Deps, 'cipher'>,
  { tx: executor, now }: ReadPoint,
  portfolioId: number,
  token: string,
): Promise<LinkTarget | undefined> {
  const resource = await findResource(executor, cipher, hashToken(token))
  if (resource === undefined || resource.portfolioId !== portfolioId || now >= resource.expiresAt)
    return undefined
  return targetOf(resource)
}

function targetOf({ purpose, subject, expiresAt }: Resource): LinkTarget | undefined {
  const known = LINK_PURPOSES.find((one) => one === purpose)
  const { applicationNo, loanNo } = subject
  if (known === undefined || typeof applicationNo !== 'string' || typeof loanNo !== 'string') return undefined
  return { purpose: known, applicationNo, loanNo, expiresAt }
}
