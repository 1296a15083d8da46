import type { CallReply } from '@dolphin/contract/call'
import type { previewDeclineCall } from '@dolphin/contract/applications-staff'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Policy } from '@dolphin/domain/decisions/policy'
import { moveLoan as nextState } from '@dolphin/domain/loans/loan-life'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import { adverseActionMail, queueAdverseAction } from '../decisions/adverse-action.ts'
import { type DecisionOnFile, findDecisionOnFile } from '../decisions/decision-on-file.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { previewNotice } from '../notices/send-notice.ts'
import { dropPlannedDisbursement } from '../payments/drop-disbursement.ts'
import { askForMore } from './ask-for-more.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { declinedDecision, storePersonsDecision, type WordedReason, wordReasons } from './decline-reasons.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { causeOf, type ReviewOrder } from '../loans/review-order.ts'
import type { Deps } from '../../deps.ts'

/**
 * The notice that declining a loan for these reasons would send now; nothing is stored. Errors: as declineLoan.
 * Source: 12 CFR 1002.9(a)(2), (b)(2).
 */
export async function previewDecline(
  deps: Deps,
  executor: Executor,
  { loanNo, reasonCodes }: { readonly loanNo: string; readonly reasonCodes: readonly string[] },
  now: Date,
): Promise<Result<CallReply<typeof previewDeclineCall>>> {
  const found = await findAnyLoan(executor, loanNo)
  if (!found.ok) return found
  const loan = found.value
  if (!nextState(loan, 'declined', { tribeReview: true }).ok) return refuse('reviewDecisionRefused')
  const worded = await wordedDecline(deps, executor, loan, reasonCodes)
  if (!worded.ok) return worded
  const words = worded.value.reasons.map((one) => one.words)
  const { values } = await adverseActionMail(deps, { tx: executor, now }, loan, words)
  return ok({ notice: previewNotice(deps.portfolios, loan.portfolioId, 'adverseAction', values) })
}

/** The reasons in words, with the policy and the decision that they are of. Errors: `invalidInput` at `reasonCodes`. */
async function wordedDecline(
  deps: Deps,
  executor: Executor,
  loan: Loan,
  reasonCodes: readonly string[],
): Promise<
  Result<{
    readonly policy: Policy
    readonly earlier: DecisionOnFile | undefined
    readonly reasons: readonly WordedReason[]
  }>
> {
  const policy = deps.portfolios.byId(loan.portfolioId)?.policy
  assert(policy !== undefined, 'a loan belongs to a portfolio that is served')
  const earlier = await findDecisionOnFile(deps, executor, loan)
  const worded = wordReasons(policy, earlier?.decision, reasonCodes)
  if (worded.ok) return ok({ policy, earlier, reasons: worded.value })
  return refuse('invalidInput', { errors: [{ elementKey: 'reasonCodes', message: worded.error }] })
}

/**
 * Declines a loan that is not on its way yet, with specific reasons: 103, the credit dropped if one was planned,
 * the reasons stored as a decision, the notice of adverse action queued (12 CFR 1002.9).
 *
 * Errors: `loanNotFound`, `reviewDecisionRefused`; `invalidInput` at `reasonCodes`.
 */
export async function declineLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loanNo, note, actor, reasonCodes }: ReviewOrder & { readonly reasonCodes: readonly string[] },
): Promise<Result<Loan>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const worded = await wordedDecline(deps, unit.tx, loan, reasonCodes)
  if (!worded.ok) return worded
  const { policy, earlier, reasons } = worded.value
  await dropPlannedDisbursement(unit, loan, { cause: 'loan declined', actor })
  const moved = await moveLoan(deps, unit, loan, {
    event: 'declined',
    cause: causeOf('declined', note),
    actor,
  })
  if (!moved.ok) return refuse('reviewDecisionRefused')
  const named = reasons.map(({ reason }) => reason)
  const decision = declinedDecision(policy, earlier, named)
  await storePersonsDecision(deps, unit, loan, { policy, decision, earlier, actor })
  await queueAdverseAction(
    deps,
    unit,
    moved.value,
    reasons.map(({ words }) => words),
  )
  return moved
}

const EVENT_TO: Readonly<Partial<Record<OriginatingSubStatus, LoanEvent>>> = {
  [OriginatingSubStatus.customerReview]: 'passedToCustomer',
  [OriginatingSubStatus.agentReview]: 'passedToAgent',
  [OriginatingSubStatus.nonVoiceAgentReview]: 'passedToNonVoiceAgent',
  [OriginatingSubStatus.underwriterReview]: 'passedToUnderwriter',
  [OriginatingSubStatus.tribeReview]: 'passedToTribe',
  [OriginatingSubStatus.blocked]: 'blocked',
}

/** Passes a loan on to another review. Errors: `loanNotFound`, `reviewDecisionRefused`. */
export async function passOnLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loanNo, note, actor, to }: ReviewOrder & { readonly to: OriginatingSubStatus },
): Promise<Result<Loan>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const event = EVENT_TO[to]
  if (event === undefined || found.value.status !== LoanStatus.originating)
    return refuse('reviewDecisionRefused')
  const moved = await moveLoan(deps, unit, found.value, { event, cause: causeOf('passed on', note), actor })
  if (!moved.ok) return refuse('reviewDecisionRefused')
  if (to === OriginatingSubStatus.customerReview) await askForMore(deps, unit, moved.value)
  return ok(moved.value)
}
