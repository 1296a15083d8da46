import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'

/** The date of one installment before and after bank holidays move it. */
export interface InstallmentDate {
  /** Regular date: the series steps evenly from it, and the APR is measured by it. */
  readonly nominalDate: LocalDate
  /** The banking day on which it is due and to which interest runs. */
  readonly dueDate: LocalDate
}

/** One scheduled payment. payment = interest + principal. */
export interface Installment extends InstallmentDate {
  /** 1 for the first. */
  readonly number: number
  /** Days of interest since the one before (since the effective date for the first). */
  readonly days: number
  readonly payment: Cents
  readonly interest: Cents
  readonly principal: Cents
  /** Principal outstanding after it. */
  readonly balanceAfter: Cents
}

/** Every installment of a loan and what they come to. */
export interface Schedule {
  readonly levelPayment: Cents
  readonly installments: readonly Installment[]
  readonly totalOfPayments: Cents
  readonly totalInterest: Cents
}
