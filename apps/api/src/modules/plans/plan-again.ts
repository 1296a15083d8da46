import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { LoanFlag } from '@dolphin/domain/loans/codes'
import { firstDatesOffered, type PlanBasis, type PlanChoice } from '@dolphin/domain/plans/plan'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loadPlanBasis } from './plan-basis.ts'
import { planFacts } from './plan-facts.ts'
import { choiceOf, type SavedPlan, savePlanChoice, type SavePlanDeps } from './save-plan.ts'

/**
 * Whether a loan that was approved waits for its borrower to sign new terms before the money is sent. Source: domain.md
 * §14, "the credit would settle later".
 */
export const signsAgain = ({ approvedAt, signedAt, flags }: Loan): boolean =>
  approvedAt !== null && signedAt === null && flags.includes(LoanFlag.reSignLoanAgreement)

/**
 * The choice of a plan once more, for money that is sent later: amount, number and frequency stay, and the first payment
 * where it is still on offer; else it moves to the soonest day on offer. Undefined where none is.
 */
export function choiceAgain(
  basis: PlanBasis,
  saved: Pick<PlanWithInstallments, 'plan'>,
): PlanChoice | undefined {
  const choice = choiceOf(saved)
  const offered = firstDatesOffered(basis, choice.frequency)
  const first = offered.find(({ dueDate }) => dueDate === choice.firstDate) ?? offered[0]
  return first && { ...choice, firstDate: first.dueDate }
}

/**
 * Saves a plan once more, with the dates that follow from the day on which its money can now be sent, for a locked loan
 * in customer review. Errors: as savePlanChoice; `dateNotAvailable` where no first payment is on offer.
 */
export async function savePlanAgain(
  deps: SavePlanDeps,
  unit: UnitOfWork,
  loan: Loan,
  saved: PlanWithInstallments,
): Promise<Result<SavedPlan>> {
  const basis = await loadPlanBasis(deps, unit.tx, loan, unit.now)
  if (!basis.ok) return basis
  const choice = choiceAgain(basis.value, saved)
  if (choice === undefined) return refuse('dateNotAvailable')
  return await savePlanChoice(deps, unit, loan, { choice, paymentMode: planFacts(saved.plan).paymentMode })
}
