import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'

/** For the `disclosure` of a plan; stoppedPayments reads it back. */
export const stoppedPaymentsToStored = (stopped: readonly number[]): PaymentPlan['disclosure'] => ({
  stoppedPayments: stopped,
})

/** Numbers of the payments whose debit the borrower has stopped. A number is never used twice in a loan. */
export const stoppedPayments = ({ disclosure }: Pick<PaymentPlan, 'disclosure'>): readonly number[] =>
  numbersIn(disclosure['stoppedPayments'])

/** The payment whose debit a change has stopped; undefined of any other change. */
export function paymentStoppedBy({ result }: Pick<LoanChange, 'result'>): number | undefined {
  const { stoppedPayment } = result
  return typeof stoppedPayment === 'number' ? stoppedPayment : undefined
}

const numbersIn = (stored: unknown): readonly number[] =>
  Array.isArray(stored) ? stored.filter((value): value is number => typeof value === 'number') : []
