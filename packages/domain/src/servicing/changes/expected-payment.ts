import { batchCutOffOn } from '../../calendar/cut-off.ts'
import { PaymentMode } from '../../payments/codes.ts'
import { type ChangeBasis, isDebitMode } from './change-basis.ts'
import type { ChangePlan, ChangeRemark, ExpectedPayment } from './change-plan.ts'
import { type ProposedChange, calculatePlan } from './calculate-plan.ts'

/** How the borrower makes a payment that we do not take. */
export const howToPay = ({ mode, amount, by }: ExpectedPayment): ChangeRemark => ({
  code: mode === PaymentMode.debitCard ? 'payByPhone' : 'sendYourself',
  amount,
  by,
})

/**
 * A payoff or an extra payment by a mode that we do not take: no installment is taken off and no debit is stopped
 * before the money is here. Source: domain.md §10.
 */
export const expectPayment = (
  basis: ChangeBasis,
  proposed: Pick<ProposedChange, 'changeType' | 'quote' | 'due'>,
  expected: ExpectedPayment,
): ChangePlan => ({
  ...calculatePlan(basis, {
    ...proposed,
    expected,
    remarks: [howToPay(expected), { code: 'scheduleStays' }],
  }),
  // It takes nothing, so it can be taken back as long as it is waited for.
  cutOffAt: batchCutOffOn(basis.loan.hours, expected.by),
})

/** A new schedule of payments that the borrower makes: the plan says how and when the first one is made. */
export function paidByBorrower(plan: ChangePlan): ChangePlan {
  const { paymentModeAfter: mode, newSchedule, remarks } = plan
  const first = newSchedule.rows.find(({ source }) => source === 'agreed' || source === 'new')
  if (isDebitMode(mode) || first === undefined) return plan
  return { ...plan, remarks: [...remarks, howToPay({ mode, amount: first.payment, by: first.dueDate })] }
}
