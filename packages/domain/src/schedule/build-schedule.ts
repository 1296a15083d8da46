import { assert } from '../assert.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { PAYROLL_PERIODS, type PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, sum } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { periodicRate } from './accrual.ts'
import type { Installment, InstallmentDate, Schedule } from './installment.ts'
import { annuityPayment, type PeriodicTerms, periodicInstallments } from './periodic.ts'
import { precomputedInstallments } from './precomputed.ts'
import { simpleDailyInstallments, smallestLevelPayment } from './simple-daily.ts'

/** How a product's interest is calculated. */
export const ScheduleMethod = {
  simpleDaily: 'simpleDaily',
  periodic: 'periodic',
  precomputed: 'precomputed',
} as const
export type ScheduleMethod = (typeof ScheduleMethod)[keyof typeof ScheduleMethod]

/** What a schedule follows from. */
export interface ScheduleTerms {
  readonly method: ScheduleMethod
  readonly principal: Cents
  /** Yearly ratio: 260 % is 260/100. */
  readonly annualRate: Rational
  /** How often installments fall due; gives the periods per year of the periodic methods. */
  readonly frequency: PayrollFrequency
  /** The day from which interest runs: settlement of the credit. */
  readonly effectiveDate: LocalDate
  readonly dates: readonly InstallmentDate[]
}

function installmentsOf(terms: ScheduleTerms): [Cents, Installment[]] {
  const { principal, annualRate, effectiveDate, dates } = terms
  if (terms.method === ScheduleMethod.simpleDaily) {
    const daily = { principal, annualRate, accruedTo: effectiveDate, dates }
    const payment = smallestLevelPayment(daily)
    return [payment, simpleDailyInstallments(daily, payment)]
  }
  const unitRate = periodicRate(annualRate, PAYROLL_PERIODS[terms.frequency].perYear)
  const periodic: PeriodicTerms = { principal, unitRate, effectiveDate, dates }
  const payment = annuityPayment(principal, unitRate, dates.length)
  return terms.method === ScheduleMethod.periodic
    ? [payment, periodicInstallments(periodic, payment)]
    : [payment, precomputedInstallments(periodic, payment)]
}

/**
 * The level schedule of a loan: principal repaid to the cent, the last installment taking the rounding.
 * Dates must rise from the effective date. Source: schedule conventions, sched-pub-1 to 3.
 */
export function buildSchedule(terms: ScheduleTerms): Schedule {
  assert(terms.principal > 0n, 'a loan has principal')
  assert(terms.dates.length > 0, 'a loan has at least one installment')
  const rising = terms.dates.every(
    ({ dueDate }, index) => dueDate > (terms.dates[index - 1]?.dueDate ?? terms.effectiveDate),
  )
  assert(rising, 'installments follow the effective date and one another')
  const [levelPayment, installments] = installmentsOf(terms)
  assert(
    installments.every(({ payment }) => payment > 0n),
    'the principal is enough for so many installments',
  )
  return {
    levelPayment,
    installments,
    totalOfPayments: sum(installments.map(({ payment }) => payment)),
    totalInterest: sum(installments.map(({ interest }) => interest)),
  }
}
