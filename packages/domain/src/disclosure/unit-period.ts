import { assert } from '../assert.ts'
import { daysBetween, type LocalDate, lastDayOfMonth, monthDay, monthIndex } from '../calendar/local-date.ts'
import { dateParts } from '../calendar/local-date.ts'
import type { Rational } from '../money/rational.ts'

/**
 * The interval in which an APR counts time: a day, a semimonth, so many weeks or months, a year, or for one
 * advance and one payment the term itself, in whole months or in days. Source: Appendix J (b)(4).
 */
export type UnitPeriod =
  | { readonly base: 'day' }
  | { readonly base: 'week'; readonly multiple: number }
  | { readonly base: 'semimonth' }
  | { readonly base: 'month'; readonly multiple: number }
  | { readonly base: 'year' }
  | { readonly base: 'termInMonths'; readonly months: number }
  | { readonly base: 'termInDays'; readonly days: number }

const DAYS_PER_YEAR = 365
const LONGEST_PERIOD_DAYS = 366
const MONTHS_PER_YEAR = 12
const WEEKS_PER_YEAR = 52

/** Unit-periods in a year (w): 52 weeks, 26 fortnights, never 365/7. Source: Appendix J (b)(5). */
export function unitPeriodsPerYear(unitPeriod: UnitPeriod): Rational {
  const ratio = (numerator: number, denominator: number): Rational => ({
    numerator: BigInt(numerator),
    denominator: BigInt(denominator),
  })
  switch (unitPeriod.base) {
    case 'day':
      return ratio(DAYS_PER_YEAR, 1)
    case 'week':
      return ratio(WEEKS_PER_YEAR, unitPeriod.multiple)
    case 'semimonth':
      return ratio(24, 1)
    case 'month':
      return ratio(MONTHS_PER_YEAR, unitPeriod.multiple)
    case 'year':
      return ratio(1, 1)
    case 'termInMonths':
      return ratio(MONTHS_PER_YEAR, unitPeriod.months)
    case 'termInDays':
      return ratio(DAYS_PER_YEAR, unitPeriod.days)
  }
}

/**
 * Whole months from one date to another, if it is a whole number: the same day of the month, last day to last
 * day, or a 29th to 31st that the shorter month clips.
 */
export function wholeMonths(from: LocalDate, to: LocalDate): number | undefined {
  const months = monthIndex(to) - monthIndex(from)
  const fromDay = dateParts(from).day
  const toDay = dateParts(to).day
  const forward = monthDay(monthIndex(to), fromDay) === to
  const backward = monthDay(monthIndex(from), toDay) === from
  const lastToLast = from === lastDayOfMonth(from) && to === lastDayOfMonth(to)
  return months > 0 && (forward || backward || lastToLast) ? months : undefined
}

interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
  /** Whether it and the one beside it make a month: half of a semi-monthly series. */
  readonly isHalfMonth: boolean
}

/** Shortest and longest half of a month (the 31st to the 15th, the 15th to the 1st of a long month and so on). */
const HALF_MONTH_DAYS = { shortest: 12, longest: 19 }

function periodsOf(dates: readonly LocalDate[]): Period[] {
  return dates.slice(1).flatMap((to, index) => {
    const from = dates[index] ?? to
    if (from === to) return []
    const [earlier, later] = [dates[index - 1], dates[index + 2]]
    const days = daysBetween(from, to)
    const isHalfLong = days >= HALF_MONTH_DAYS.shortest && days <= HALF_MONTH_DAYS.longest
    const makesMonth =
      (earlier !== undefined && wholeMonths(earlier, to) === 1) ||
      (later !== undefined && wholeMonths(from, later) === 1)
    return [{ from, to, isHalfMonth: isHalfLong && makesMonth }]
  })
}

/** A standard interval and its length in days as Appendix J compares them (months of 30). */
interface Interval {
  readonly key: string
  readonly days: number
  readonly unitPeriod: UnitPeriod
}

const DAY: Interval = { key: 'day', days: 1, unitPeriod: { base: 'day' } }
const SEMIMONTH: Interval = { key: 'semimonth', days: 15, unitPeriod: { base: 'semimonth' } }
const YEAR: Interval = { key: 'year', days: DAYS_PER_YEAR, unitPeriod: { base: 'year' } }
const week = (multiple: number): Interval => ({
  key: `${multiple} weeks`,
  days: 7 * multiple,
  unitPeriod: { base: 'week', multiple },
})
const month = (multiple: number): Interval => ({
  key: `${multiple} months`,
  days: 30 * multiple,
  unitPeriod: { base: 'month', multiple },
})

/** Every interval that a period is exactly; four weeks and the month of February can be both. */
function intervalsOf({ from, to, isHalfMonth }: Period): Interval[] {
  const days = daysBetween(from, to)
  const months = wholeMonths(from, to)
  if (days > LONGEST_PERIOD_DAYS || months === MONTHS_PER_YEAR) return [YEAR]
  const found: Interval[] = []
  if (isHalfMonth) found.push(SEMIMONTH)
  if (months !== undefined) found.push(month(months))
  if (days % 7 === 0 && days / 7 <= WEEKS_PER_YEAR) found.push(week(days / 7))
  // A period that is no standard interval can only be counted in days.
  return found.length > 0 ? found : [{ ...DAY, key: `${days} days`, days }]
}

/** The interval that occurs most often, at least twice; of equally frequent ones the shorter. (b)(4)(i)(A) */
function commonInterval(periods: readonly Period[]): Interval | undefined {
  const counts = new Map<string, { interval: Interval; count: number }>()
  for (const interval of periods.flatMap(intervalsOf)) {
    const known = counts.get(interval.key)
    counts.set(interval.key, { interval, count: (known?.count ?? 0) + 1 })
  }
  const ranked = [...counts.values()]
    .filter(({ count }) => count > 1)
    .toSorted((left, right) => right.count - left.count || left.interval.days - right.interval.days)
  return ranked[0]?.interval
}

const STANDARD_INTERVALS: readonly Interval[] = [
  DAY,
  SEMIMONTH,
  YEAR,
  ...Array.from({ length: WEEKS_PER_YEAR }, (_, index) => week(index + 1)),
  ...Array.from({ length: MONTHS_PER_YEAR - 1 }, (_, index) => month(index + 1)),
]

/** The standard interval nearest to the average period; of equally near ones the shorter. (b)(4)(i)(B) */
function nearestToAverage(periods: readonly Period[]): Interval {
  const total = periods.reduce((sum, { from, to }) => sum + daysBetween(from, to), 0)
  const distance = ({ days }: Interval): number => Math.abs(days * periods.length - total)
  return STANDARD_INTERVALS.reduce((best, interval) => {
    const nearer = distance(interval) - distance(best)
    return nearer < 0 || (nearer === 0 && interval.days < best.days) ? interval : best
  })
}

function singlePayment(advance: LocalDate, payment: LocalDate): UnitPeriod {
  const days = daysBetween(advance, payment)
  assert(days > 0, 'the payment follows the advance')
  const months = wholeMonths(advance, payment)
  if (months !== undefined && months < MONTHS_PER_YEAR) return { base: 'termInMonths', months }
  return months === MONTHS_PER_YEAR || days > DAYS_PER_YEAR ? { base: 'year' } : { base: 'termInDays', days }
}

/**
 * The unit-period of a transaction. Periods are the gaps between advances, those between payments, and the one
 * from the start of the term to the first later advance or payment. Source: Appendix J (b)(3)-(4).
 */
export function determineUnitPeriod(
  advances: readonly LocalDate[],
  payments: readonly LocalDate[],
): UnitPeriod {
  const [advance] = advances
  const [payment] = payments
  assert(advance !== undefined && payment !== undefined, 'credit has an advance and a payment')
  if (advances.length === 1 && payments.length === 1) return singlePayment(advance, payment)
  const inOrder = (dates: readonly LocalDate[]): LocalDate[] => dates.toSorted((left, right) => left - right)
  const [start, firstLater] = inOrder([...new Set(advances.concat(payments))])
  const opening = start === undefined || firstLater === undefined ? [] : periodsOf([start, firstLater])
  const betweenAdvances = periodsOf(inOrder(advances))
  const betweenPayments = periodsOf(inOrder(payments))
  // When the term opens with two advances or two payments that gap is already counted.
  const alreadyCounted = betweenAdvances
    .concat(betweenPayments)
    .some(({ from, to }) => from === start && to === firstLater)
  const periods = [...(alreadyCounted ? [] : opening), ...betweenAdvances, ...betweenPayments]
  return (commonInterval(periods) ?? nearestToAverage(periods)).unitPeriod
}
