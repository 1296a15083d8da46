import { assert } from '../assert.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { ONE } from './fixed-point.ts'
import type { PositionedAmount } from './positioned-amount.ts'
import { unitPeriodPosition } from './unit-period-position.ts'
import { unitPeriodRate } from './unit-period-rate.ts'
import { determineUnitPeriod, type UnitPeriod, unitPeriodsPerYear } from './unit-period.ts'

/** Money on a date. */
export interface DatedAmount {
  readonly amount: Cents
  readonly date: LocalDate
}

/**
 * The annual percentage rate as a ratio (2.5832 is 258.32 %): unit-period rate times unit-periods per year,
 * never compounded. Payments must come to at least the advances. Source: Regulation Z, Appendix J, actuarial
 * method, general equation (b)(8); about 35 exact decimals.
 */
export function annualPercentageRate(
  advances: readonly PositionedAmount[],
  payments: readonly PositionedAmount[],
  perYear: Rational,
): Rational {
  assert(advances.length > 0 && payments.length > 0, 'credit has an advance and a payment')
  const balance = [...payments].reduce((total, { amount }) => total + amount, 0n)
  const advanced = advances.reduce((total, { amount }) => total + amount, 0n)
  assert(balance >= advanced, 'payments come to at least what was advanced')
  return {
    numerator: unitPeriodRate(advances, payments) * perYear.numerator,
    denominator: ONE * perYear.denominator,
  }
}

/**
 * The annual percentage rate of advances and payments on dates. The term starts on the earliest date given
 * (consummation, or the later day from which the charge is earned); the unit-period is found from the dates.
 * Give regular dates: shifts for weekends and holidays may be disregarded (12 CFR 1026.17(c)(3)).
 */
export function annualPercentageRateFromDates(
  advances: readonly DatedAmount[],
  payments: readonly DatedAmount[],
): Rational {
  const advanceDates = advances.map(({ date }) => date)
  const paymentDates = payments.map(({ date }) => date)
  const unitPeriod: UnitPeriod = determineUnitPeriod(advanceDates, paymentDates)
  const start = advanceDates.concat(paymentDates).reduce((left, right) => (left < right ? left : right))
  const positioned = (amounts: readonly DatedAmount[], dates: readonly LocalDate[]): PositionedAmount[] =>
    amounts.map(({ amount }, index) => ({ amount, ...unitPeriodPosition(unitPeriod, start, dates, index) }))
  return annualPercentageRate(
    positioned(advances, advanceDates),
    positioned(payments, paymentDates),
    unitPeriodsPerYear(unitPeriod),
  )
}
