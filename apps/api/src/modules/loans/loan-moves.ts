import { releaseCoupon } from '@dolphin/database/coupons/coupon-repository'
import {
  type Loan,
  type LoanPatch,
  moveLoan as storeMove,
  updateLoan,
} from '@dolphin/database/loans/loan-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { isUnderReview, reviewStatusOf } from '@dolphin/domain/loans/review-status'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import {
  type LoanFlag,
  LoanStatus,
  OriginatingSubStatus,
  TerminatedSubStatus,
  type TrackerStep,
} from '@dolphin/domain/loans/codes'
import { trackerStep } from '@dolphin/domain/loans/tracker'
import { type LoanState, moveLoan as nextState } from '@dolphin/domain/loans/loan-life'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { PortfolioCatalog } from '../../ports/portfolio-catalog.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { ENDED_WITH_LOAN } from '@dolphin/domain/work-items/work-item-rules'
import { isRepairOpen } from '../borrowers/open-repairs.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { endDocumentRequests } from './end-document-requests.ts'
import { syncReviewItem } from './review-item.ts'
import { syncSigningSessionWithLoan } from './open-signing-session.ts'

export interface LoanMoveRequest {
  readonly event: LoanEvent
  /** What happened right before it, of which the history tells as well. */
  readonly before?: LoanEvent
  /** Words for the history: what happened. The event's own name where nothing more is known. */
  readonly cause?: string
  /** From actorName, or SYSTEM_ACTOR. */
  readonly actor: string
  /** Facts set in the same statement as the status. */
  readonly patch?: LoanPatch
}

export type TransitionDeps = Pick<Deps, 'tickets' | 'calendar'> & { readonly portfolios: PortfolioCatalog }

/**
 * Moves a loan that the caller has locked, in the caller's transaction: the domain's table decides, the status
 * is stored by compare-and-set with its row of history, and ticket 3003 goes to the customer's open pages when
 * the tracker moves. An open signing session follows its loan. Notices are the caller's, for only it knows what they
 * tell.
 *
 * Errors: `loanStatusInvalid` where the table has no such edge, or somebody moved the loan meanwhile.
 */
export async function moveLoan(
  deps: TransitionDeps,
  unit: UnitOfWork,
  loan: Loan,
  { event, before, cause = event, actor, patch }: LoanMoveRequest,
): Promise<Result<Loan>> {
  const tribeReview = deps.portfolios.byId(loan.portfolioId)?.portfolio.tribeReview ?? false
  const on = before === undefined ? ok(loan) : nextState(loan, before, { tribeReview })
  const to = on.ok ? nextState(on.value, event, { tribeReview }) : on
  if (!on.ok || !to.ok) return refuse('loanStatusInvalid')
  const by = before === undefined ? undefined : { state: on.value, cause: before }
  const after = await storeMove(
    unit.tx,
    loan,
    { from: loan, to: to.value, ...(by && { by }), ...(patch && { patch }) },
    { cause, actor, at: unit.now },
  )
  if (after === undefined) return refuse('loanStatusInvalid')
  if (waitsForMoney(loan)) {
    const { portfolioId, loanNo } = loan
    await closeWorkItems(unit, { portfolioId, kind: 'heldCredit', loanNo }, { by: actor, reason: cause })
  }
  if (isOver(after)) {
    const { portfolioId, loanNo } = loan
    for (const kind of ENDED_WITH_LOAN)
      await closeWorkItems(unit, { portfolioId, kind, loanNo }, { by: actor, reason: cause })
  }
  if (isUnderReview(loan) && !isUnderReview(after)) {
    await endDocumentRequests(unit, loan, { by: actor, reason: cause })
  }
  await syncReviewItem(deps, unit, { before: loan, after }, { actor, cause })
  if (isUndone(after)) await releaseCoupon(unit.tx, loan, unit.now)
  // Nothing can have been opened for signing before the first decision.
  if (loan.status !== LoanStatus.initializing) await syncSigningSessionWithLoan(deps, unit, after)
  if (shownStep(after, event === 'creditReturned') !== shownStep(loan)) {
    await postProgress(deps, unit, after, event === 'creditReturned')
  }
  return ok(after)
}

/** Approved, or back with its borrower: an item about the credit that is not sent is closed when that ends. */
const waitsForMoney = ({ status, subStatus }: LoanState): boolean =>
  status === LoanStatus.approved || subStatus === OriginatingSubStatus.customerReview

/** Ended without the loan that was applied for: its reserved coupon is released. */
const isUndone = ({ status, subStatus }: LoanState): boolean =>
  status === LoanStatus.withdrawn ||
  (status === LoanStatus.terminated && subStatus !== TerminatedSubStatus.paidOff)

/** The step of the tracker. `creditReturned`: the disbursement came back and the bank is not repaired yet. */
export function shownStep({ status, subStatus, signedAt }: Loan, creditReturned = false): TrackerStep | null {
  return trackerStep({ status, subStatus, signed: signedAt !== null, creditReturned })
}

/** The step of the tracker of a loan as its rows are: pages, tickets and the desk take it from here. */
export const readStep = async (executor: Executor, loan: Loan): Promise<TrackerStep | null> =>
  shownStep(loan, await isRepairOpen(executor, [loan]))

/**
 * Ticket 3003: the customer's open pages read the loan again. An application without account has no channel.
 * `creditReturned`: the disbursement is just coming back, and its row does not say so yet.
 */
export async function postProgress(
  { tickets }: Pick<Deps, 'tickets'>,
  unit: UnitOfWork,
  loan: Loan,
  creditReturned = false,
): Promise<void> {
  const { portfolioId, openId, loanNo, status, subStatus } = loan
  if (openId === null) return
  const trackerStep = creditReturned ? shownStep(loan, true) : await readStep(unit.tx, loan)
  const data = { loanNo, loanStatus: status, subStatus, reviewStatus: reviewStatusOf(loan), trackerStep }
  await tickets.post(unit, { portfolioId, openId }, { ticket: Ticket.inProgress, data })
}

/** Raises flags of a locked loan; those already up stay up, and nothing is written when none is new. */
export async function raiseFlags(
  unit: UnitOfWork,
  loan: Loan,
  flags: readonly LoanFlag[],
): Promise<readonly LoanFlag[]> {
  return await setFlags(unit, loan, [...new Set([...loan.flags, ...flags])])
}

async function setFlags(unit: UnitOfWork, loan: Loan, flags: LoanFlag[]): Promise<readonly LoanFlag[]> {
  if (flags.length !== loan.flags.length) await updateLoan(unit.tx, loan, { flags }, unit.now)
  return flags
}

/** Over for good or until the next application: 103 and 206. */
export const isOver = ({ status }: Pick<Loan, 'status'>): boolean =>
  status === LoanStatus.withdrawn || status === LoanStatus.terminated
