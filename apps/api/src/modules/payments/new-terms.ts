import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanFlag } from '@dolphin/domain/loans/codes'
import { moveLoan, raiseFlags } from '../loans/loan-moves.ts'
import { savePlanAgain } from '../plans/plan-again.ts'
import type { SavedPlan } from '../plans/save-plan.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { dropPlannedDisbursement } from './drop-disbursement.ts'
import { type NewTermsDeps, notifyNewTerms } from './notify-new-terms.ts'

/** Why a loan is signed again. */
export interface NewTermsReason {
  /** For the record and for employees. */
  readonly rule: string
  readonly actor: string
  /** The later day on which the borrower wants the money; absent where it is sent as soon as can be. */
  readonly askedDay?: LocalDate
}

/**
 * Takes an approved loan back to its borrower, because its money cannot be sent on the terms that were signed: the
 * planned credit is dropped and new dates are computed. What was signed stays in the record. The caller holds the loan's
 * lock. Answers the loan as it is then. Source: domain.md §14.
 */
export async function askForNewTerms(
  deps: NewTermsDeps,
  unit: UnitOfWork,
  loan: Loan,
  reason: NewTermsReason,
): Promise<Loan> {
  const { rule, actor } = reason
  await dropPlannedDisbursement(unit, loan, { cause: 'new terms are signed first', actor })
  const patch = { signedAt: null, disbursementDate: reason.askedDay ?? null }
  const moved = await moveLoan(deps, unit, loan, { event: 'newTermsNeeded', cause: rule, actor, patch })
  assert(moved.ok, 'an approved loan can go back to its borrower')
  return await computeNewTerms(deps, unit, moved.value, reason)
}

/**
 * Works out the new dates of a loan that is back with its borrower, unsigned: the same plan from the first possible day
 * (10003). Where the plan is no longer on offer the borrower picks another (10002), or asks for the amount again (10001).
 * The borrower is notified.
 */
export async function computeNewTerms(
  deps: NewTermsDeps,
  unit: UnitOfWork,
  loan: Loan,
  { rule, actor }: NewTermsReason,
): Promise<Loan> {
  const { portfolioId, loanNo } = loan
  const current = await findCurrentPlan(unit.tx, loan)
  assert(current !== undefined, 'a loan that was signed has a plan')
  const saved = await savePlanAgain(deps, unit, loan, current)
  const stands = saved.ok ? saved.value.loan : loan
  const flags = await raiseFlags(unit, stands, [LoanFlag.reSignLoanAgreement, ...staleSteps(saved)])
  const facts = { rule, flags: [...flags] }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'newTermsNeeded',
    actor,
    facts,
    at: unit.now,
  })
  const after = await findLoan(unit.tx, loan)
  assert(after !== undefined, 'a loan that was moved is there')
  await notifyNewTerms(deps, unit, after, { before: current, after: saved.ok ? saved.value : undefined })
  return after
}

/** The step that the borrower does again before signing: a plan that is not on offer, or an offer that is over. */
function staleSteps(saved: Result<SavedPlan>): readonly LoanFlag[] {
  if (saved.ok) return []
  const isPlan = saved.error.name === 'planNotOffered' || saved.error.name === 'dateNotAvailable'
  return [isPlan ? LoanFlag.recalculatePaymentPlan : LoanFlag.recalculateLoanAmount]
}
