import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import { queueAdverseAction } from '../decisions/adverse-action.ts'
import { findDecisionOnFile } from '../decisions/decision-on-file.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { dropPlannedDisbursement } from '../payments/drop-disbursement.ts'
import { askForMore } from './ask-for-more.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { storeDecline, wordReasons } from './decline-reasons.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { causeOf, type ReviewOrder } from '../loans/review-order.ts'
import type { Deps } from '../../deps.ts'

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
  const policy = deps.portfolios.byId(loan.portfolioId)?.policy
  assert(policy !== undefined, 'a loan belongs to a portfolio that is served')
  const earlier = await findDecisionOnFile(deps, unit.tx, loan)
  const worded = wordReasons(policy, earlier?.decision, reasonCodes)
  if (!worded.ok)
    return refuse('invalidInput', { errors: [{ elementKey: 'reasonCodes', message: worded.error }] })
  await dropPlannedDisbursement(unit, loan, { cause: 'loan declined', actor })
  const moved = await moveLoan(deps, unit, loan, {
    event: 'declined',
    cause: causeOf('declined', note),
    actor,
  })
  if (!moved.ok) return refuse('reviewDecisionRefused')
  const reasons = worded.value.map(({ reason }) => reason)
  await storeDecline(deps, unit, loan, { policy, earlier, reasons, actor })
  await queueAdverseAction(
    deps,
    unit,
    moved.value,
    worded.value.map(({ words }) => words),
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
