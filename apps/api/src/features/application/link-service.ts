import type { resourceInfo } from '@dolphin/contract/shapes/resource-info'
import { findOpenCeremony } from '@dolphin/database/ceremony-repository'
import type { Executor } from '@dolphin/database/executor'
import { findLoan, type Loan } from '@dolphin/database/loan-repository'
import { findResource } from '@dolphin/database/resource-repository'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { OriginatingSubStatus } from '@dolphin/domain/loan/loan-sub-status'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import type { Actor } from '../../http/actor.ts'
import { type Answer, refuse } from '../../http/refusal.ts'
import { hashToken } from '../../secrets.ts'
import { LINK_PAGES, type LinkPurpose, type LinkTarget, readLoanLink } from '../../origination/loan-link.ts'
import type { ApplicationParts } from './application-parts.ts'

export type ResourceInfo = z.output<typeof resourceInfo>

export interface LinkQuestion {
  readonly actor: Actor
  readonly portfolio: Portfolio
  readonly token: string
  readonly now: Date
}

/** A link to an application holds until the money is there; one to a signature once there is something to sign. */
const UNTIL_FUNDED: readonly LoanStatus[] = [
  LoanStatus.initializing,
  LoanStatus.originating,
  LoanStatus.approved,
  LoanStatus.pending,
]
const FITTING: Readonly<Record<LinkPurpose, readonly LoanStatus[]>> = {
  application: UNTIL_FUNDED,
  returning: UNTIL_FUNDED,
  completeInformation: UNTIL_FUNDED,
  pendingApplication: UNTIL_FUNDED,
  signature: [LoanStatus.originating, LoanStatus.approved, LoanStatus.pending],
}

/**
 * What a link stands for. It locates and never authenticates: the answer says what has to happen first. Unknown,
 * expired, foreign or unfitting: -92020043, which leads to /notification/302.
 */
export async function parseLoanLink(
  parts: ApplicationParts,
  { actor, portfolio, token, now }: LinkQuestion,
  allowed: readonly LinkPurpose[],
): Promise<Answer<ResourceInfo>> {
  const executor = parts.database.db
  const target = await readLoanLink(parts, executor, portfolio.portfolioId, token, now)
  if (target === undefined || !allowed.includes(target.purpose)) return refuse('loanStatusInvalid')
  const loan = await findLoan(executor, { portfolioId: portfolio.portfolioId, loanNo: target.loanNo })
  if (loan === undefined || !FITTING[target.purpose].includes(loan.status)) return refuse('loanStatusInvalid')
  return ok(await infoOf(executor, portfolio, actor, loan, target, token))
}

async function infoOf(
  executor: Executor,
  { portfolioId, timeZone }: Portfolio,
  actor: Actor,
  loan: Loan,
  { purpose, expiresAt }: LinkTarget,
  token: string,
): Promise<ResourceInfo> {
  const ceremony = purpose === 'signature' ? await findOpenCeremony(executor, loan) : undefined
  return {
    purpose,
    portfolioId,
    applicationNo: loan.applicationNo,
    loanNo: loan.loanNo,
    loanStatus: loan.status,
    requestCode: ceremony?.requestCode ?? null,
    expiresAt: isoInZone(expiresAt, timeZone),
    next: `${LINK_PAGES[pageOf(purpose, loan)]}/${token}`,
    needs: needOf(purpose, actor, loan),
  }
}

/** Once the borrower has nothing left to do, a link to the application shows how it stands. */
function pageOf(purpose: LinkPurpose, { status, subStatus }: Loan): LinkPurpose {
  if (purpose === 'signature' || purpose === 'completeInformation') return purpose
  const isBorrowersTurn =
    status === LoanStatus.initializing || subStatus === OriginatingSubStatus.customerReview
  return isBorrowersTurn ? purpose : 'pendingApplication'
}

function needOf(purpose: LinkPurpose, actor: Actor, loan: Loan): ResourceInfo['needs'] {
  const isOwner =
    actor.kind === 'customer' && actor.portfolioId === loan.portfolioId && actor.openId === loan.openId
  if (isOwner) return 'nothing'
  if (purpose === 'signature') return 'signIn'
  const isInReach =
    actor.kind === 'limited' &&
    actor.portfolioId === loan.portfolioId &&
    actor.applicationNo === loan.applicationNo
  return isInReach ? 'nothing' : 'identity'
}

const ACCOUNT_PAGES = { createAccount: '/create-account', resetPassword: '/reset-password' } as const

/** Any link, whatever it is for: those of accounts as well. */
export async function parseAnyLink(
  parts: ApplicationParts,
  question: LinkQuestion,
): Promise<Answer<ResourceInfo>> {
  const { token, portfolio, now } = question
  const resource = await findResource(parts.database.db, parts.cipher, hashToken(token))
  if (resource === undefined || resource.portfolioId !== portfolio.portfolioId)
    return refuse('loanStatusInvalid')
  const purpose = resource.purpose
  if (purpose !== 'createAccount' && purpose !== 'resetPassword') {
    return await parseLoanLink(parts, question, Object.keys(LINK_PAGES) as LinkPurpose[])
  }
  const isUsedUp = resource.maxUses !== null && resource.uses >= resource.maxUses
  if (isUsedUp || now >= resource.expiresAt) return refuse('loanStatusInvalid')
  return ok({
    purpose,
    portfolioId: portfolio.portfolioId,
    applicationNo: null,
    loanNo: null,
    loanStatus: null,
    requestCode: null,
    expiresAt: isoInZone(resource.expiresAt, portfolio.timeZone),
    next: `${ACCOUNT_PAGES[purpose]}/${token}`,
    needs: 'nothing',
  })
}
