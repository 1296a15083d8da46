import { assert } from '../assert.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { unitPeriodPosition } from './unit-period-position.ts'
import { determineUnitPeriod, type UnitPeriod, unitPeriodsPerYear } from './unit-period.ts'

/** Where on the time line money moves, from the start of the term: full unit-periods and a fraction below 1. */
export interface Position {
  readonly full: number
  readonly fraction: Rational
}

/** Money at a position. */
export interface PositionedAmount extends Position {
  readonly amount: Cents
}

/** Money on a date. */
export interface DatedAmount {
  readonly amount: Cents
  readonly date: LocalDate
}

/** Forty decimals: ten more than the two-decimal figure could ever turn on. */
const ONE = 10n ** 40n
/** The rate is known when the interval that holds it is this narrow: thirty-six decimals. */
const NARROW = 10n ** 4n

/** Powers of 1/(1 + i), fixed point, made once per trial rate. */
function discountPowers(rate: bigint, highest: number): bigint[] {
  const factor = (ONE * ONE) / (ONE + rate)
  const powers = [ONE]
  for (let power = 1; power <= highest; power += 1) powers.push(((powers[power - 1] ?? 0n) * factor) / ONE)
  return powers
}

/** Present value at a unit-period rate: amount / ((1 + f i) (1 + i)^t), summed. Appendix J (b)(8). */
function valueAt(rate: bigint, powers: readonly bigint[], amounts: readonly PositionedAmount[]): bigint {
  return amounts.reduce((total, { amount, full, fraction }) => {
    const simple = ONE + (rate * fraction.numerator) / fraction.denominator
    return total + (amount * (powers[full] ?? 0n) * ONE) / simple
  }, 0n)
}

/**
 * The rate of one unit-period that makes the payments worth the advances, between 0 and as much as needed.
 * The difference falls as the rate rises, so halving the interval is safe whatever the payments.
 */
function unitPeriodRate(
  advances: readonly PositionedAmount[],
  payments: readonly PositionedAmount[],
): bigint {
  const highest = Math.max(...advances.map(({ full }) => full), ...payments.map(({ full }) => full))
  const paymentsWorthMore = (rate: bigint): boolean => {
    const powers = discountPowers(rate, highest)
    return valueAt(rate, powers, payments) > valueAt(rate, powers, advances)
  }
  let low = 0n
  if (!paymentsWorthMore(low)) return 0n
  let high = ONE / 16n
  while (paymentsWorthMore(high)) high *= 2n
  while (high - low > NARROW) {
    const middle = (low + high) / 2n
    if (paymentsWorthMore(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2n
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
