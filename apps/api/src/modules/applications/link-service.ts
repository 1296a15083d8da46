import type { resourceInfo } from '@dolphin/contract/shapes/resource-info'
import {
  findOpenSigningSession,
  listSigningSessions,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { findResource } from '@dolphin/database/applications/resource-repository'
import { LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import type { Actor } from '../../http/actor.ts'
import { refuse, type Result } from '../../refusal.ts'
import { hashToken } from '../../security/secrets.ts'
import { COUPON_PAGE, COUPON_PURPOSE, readCouponLink } from '../coupons/coupon-link.ts'
import {
  currentLoanLink,
  isAmendable,
  isPaidOff,
  LINK_PAGES,
  LINK_PURPOSES,
  linkFits,
  type LinkPurpose,
  type LinkTarget,
  opensByIdentity,
  readLoanLink,
} from '../loans/loan-link.ts'
import { isAmendment } from '../loans/open-signing-session.ts'
import type { ApplicationDeps } from './application-deps.ts'

export type ResourceInfo = z.output<typeof resourceInfo>

export interface LinkQuestion {
  readonly actor: Actor
  readonly portfolio: Portfolio
  readonly token: string
  readonly now: Date
}

/**
 * What a link stands for. It locates and never authenticates: the answer says what has to happen first. Unknown,
 * expired, foreign or unfitting: -92020043, which leads to /notification/302.
 */
export async function parseLoanLink(
  deps: ApplicationDeps,
  { actor, portfolio, token, now }: LinkQuestion,
  allowed: readonly LinkPurpose[],
): Promise<Result<ResourceInfo>> {
  const executor = deps.database.db
  const target = await readLoanLink(deps, { tx: executor, now }, portfolio.portfolioId, token)
  if (target === undefined || !allowed.includes(target.purpose)) return refuse('loanStatusInvalid')
  const loan = await findLoan(executor, { portfolioId: portfolio.portfolioId, loanNo: target.loanNo })
  if (loan === undefined || !linkFits(target.purpose, loan)) return refuse('loanStatusInvalid')
  const signing = target.purpose === 'signature' ? await findSigning(executor, loan) : undefined
  // A loan that is paid out has something to sign only where the lender sent it.
  if (target.purpose === 'signature' && isAmendable(loan) && signing === undefined)
    return refuse('loanStatusInvalid')
  return ok(await infoOf(deps, { actor, portfolio, token, now }, loan, { target, signingSession: signing }))
}

/** The open signing of a loan; of an amendment, also one that is over, so that its link says how it ended. */
async function findSigning(executor: Executor, loan: Loan): Promise<SigningSession | undefined> {
  if (!isAmendable(loan)) return await findOpenSigningSession(executor, loan)
  return (await listSigningSessions(executor, loan)).find(isAmendment)
}

/** What a link is for, and the signing session that it opens. */
interface OpenedLink {
  readonly target: LinkTarget
  readonly signingSession: SigningSession | undefined
}

async function infoOf(
  deps: ApplicationDeps,
  question: LinkQuestion,
  loan: Loan,
  { target: { purpose, expiresAt }, signingSession }: OpenedLink,
): Promise<ResourceInfo> {
  const { portfolioId, timeZone } = question.portfolio
  return {
    purpose,
    portfolioId,
    applicationNo: loan.applicationNo,
    loanNo: loan.loanNo,
    loanStatus: loan.status,
    requestCode: signingSession?.requestCode ?? null,
    expiresAt: isoInZone(expiresAt, timeZone),
    next: await nextPage(deps, question, loan, purpose),
    needs: needOf(purpose, question.actor, loan),
  }
}

async function nextPage(
  deps: ApplicationDeps,
  { actor, token, now }: LinkQuestion,
  loan: Loan,
  purpose: LinkPurpose,
): Promise<string> {
  // An application without an owner is attached to an account first, which the application's own page requests.
  if (purpose === 'signature' && loan.openId === null && actor.kind === 'customer') {
    const link = await currentLoanLink(deps, { tx: deps.database.db, now }, loan, 'application')
    if (link !== undefined) return link.path
  }
  if (purpose === 'returning' && isPaidOff(loan) && isOwner(actor, loan)) return '/loan-agreement'
  return `${LINK_PAGES[pageOf(purpose, loan)]}/${token}`
}

/** Once the borrower has nothing left to do, a link to the application shows how it stands; and the other way round. */
function pageOf(purpose: LinkPurpose, { status, subStatus }: Loan): LinkPurpose {
  if (purpose !== 'application' && purpose !== 'pendingApplication') return purpose
  const isBorrowersTurn =
    status === LoanStatus.initializing || subStatus === OriginatingSubStatus.customerReview
  return isBorrowersTurn ? 'application' : 'pendingApplication'
}

const isOwner = (actor: Actor, { portfolioId, openId }: Loan): boolean =>
  actor.kind === 'customer' && actor.portfolioId === portfolioId && actor.openId === openId

function needOf(purpose: LinkPurpose, actor: Actor, loan: Loan): ResourceInfo['needs'] {
  if (isOwner(actor, loan)) return 'nothing'
  if (!opensByIdentity(purpose, loan)) {
    return actor.kind === 'customer' && loan.openId === null ? 'identity' : 'signIn'
  }
  const isInReach =
    actor.kind === 'limited' &&
    actor.portfolioId === loan.portfolioId &&
    actor.applicationNo === loan.applicationNo
  return isInReach ? 'nothing' : 'identity'
}

/** A link to a coupon: for the customer it was offered to, signed in. */
export async function parseCouponLink(
  deps: ApplicationDeps,
  { actor, portfolio, token, now }: LinkQuestion,
): Promise<Result<ResourceInfo>> {
  const { portfolioId, timeZone } = portfolio
  const target = await readCouponLink(deps, { tx: deps.database.db, now }, portfolioId, token)
  if (target === undefined) return refuse('loanStatusInvalid')
  const isTheirs =
    actor.kind === 'customer' && actor.portfolioId === portfolioId && actor.openId === target.openId
  return ok({
    ...NO_LOAN,
    purpose: COUPON_PURPOSE,
    portfolioId,
    expiresAt: isoInZone(target.expiresAt, timeZone),
    next: `${COUPON_PAGE}/${token}`,
    needs: isTheirs ? 'nothing' : 'signIn',
  })
}

const NO_LOAN = { applicationNo: null, loanNo: null, loanStatus: null, requestCode: null } as const

const ACCOUNT_PAGES = { createAccount: '/create-account', resetPassword: '/reset-password' } as const

/** Any link, whatever it is for: those of accounts as well. */
export async function parseAnyLink(
  deps: ApplicationDeps,
  question: LinkQuestion,
): Promise<Result<ResourceInfo>> {
  const { token, portfolio, now } = question
  const resource = await findResource(deps.database.db, deps.cipher, hashToken(token))
  if (resource === undefined || resource.portfolioId !== portfolio.portfolioId)
    return refuse('loanStatusInvalid')
  const purpose = resource.purpose
  if (purpose === COUPON_PURPOSE) return await parseCouponLink(deps, question)
  if (purpose !== 'createAccount' && purpose !== 'resetPassword') {
    return await parseLoanLink(deps, question, LINK_PURPOSES)
  }
  const isUsedUp = resource.maxUses !== null && resource.uses >= resource.maxUses
  if (isUsedUp || now >= resource.expiresAt) return refuse('loanStatusInvalid')
  return ok({
    ...NO_LOAN,
    purpose,
    portfolioId: portfolio.portfolioId,
    expiresAt: isoInZone(resource.expiresAt, portfolio.timeZone),
    next: `${ACCOUNT_PAGES[purpose]}/${token}`,
    needs: 'nothing',
  })
}
