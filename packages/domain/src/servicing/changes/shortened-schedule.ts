import { ChangeType } from '../../payments/codes.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { calculatePlan } from './calculate-plan.ts'
import { changeBasis } from './change-basis.ts'
import type { ChangePlan } from './change-plan.ts'
import { paymentSeries } from './payment-series.ts'
import { paymentOn } from './target-payments.ts'

/**
 * The schedule once money beside it has been posted: the payments keep their days and amounts and end sooner. Null
 * where no payment is open or none of them changes. Source: domain.md §14, an expected payment short of a payoff.
 */
export function shortenedSchedule(loan: ServicedLoan): ChangePlan | null {
  const basis = changeBasis(loan)
  const series = paymentSeries(basis)
  const plan = calculatePlan(basis, {
    changeType: ChangeType.payDown,
    target: basis.open.map((installment) => paymentOn(series.dateOf(installment), installment.amount)),
  })
  return plan.deletedNumbers.length === 0 && plan.newInstallments.length === 0 ? null : plan
}
