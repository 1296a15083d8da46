import { assert } from '../assert.ts'
import { yearMonthDay, daysBetween, daysInMonth, type LocalDate } from '../calendar/local-date.ts'
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

/** February's, and so the fewest that can be whole months. */
const SHORTEST_MONTH_DAYS = 28

/**
 * Whole months from one date to another, if it is a whole number: the same day of the month, or the last day of a month
 * that is too short for it.
 */
export function wholeMonths(from: LocalDate, to: LocalDate): number | undefined {
  if (daysBetween(from, to) < SHORTEST_MONTH_DAYS) return undefined
  const start = yearMonthDay(from)
  const end = yearMonthDay(to)
  const forward = end.day === Math.min(start.day, daysInMonth(end.year, end.month))
  const backward = start.day === Math.min(end.day, daysInMonth(start.year, start.month))
  if (!forward && !backward) return undefined
  return (end.year - start.year) * MONTHS_PER_YEAR + end.month - start.month
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
  const makesMonth = dates.map((from, index) => {
    const afterNext = dates[index + 2]
    return afterNext !== undefined && wholeMonths(from, afterNext) === 1
  })
  const periods: Period[] = []
  let from: LocalDate | undefined
  for (const [index, to] of dates.entries()) {
    if (from !== undefined && from !== to) {
      const days = daysBetween(from, to)
      const isHalfLong = days >= HALF_MONTH_DAYS.shortest && days <= HALF_MONTH_DAYS.longest
      const besideOne = makesMonth[index - 2] === true || makesMonth[index - 1] === true
      periods.push({ from, to, isHalfMonth: isHalfLong && besideOne })
    }
    from = to
  }
  return periods
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
const WEEKS: readonly Interval[] = Array.from({ length: WEEKS_PER_YEAR }, (_, index) => ({
  key: `${index + 1} weeks`,
  days: 7 * (index + 1),
  unitPeriod: { base: 'week', multiple: index + 1 },
}))
const MONTHS: readonly Interval[] = Array.from({ length: MONTHS_PER_YEAR - 1 }, (_, index) => ({
  key: `${index + 1} months`,
  days: 30 * (index + 1),
  unitPeriod: { base: 'month', multiple: index + 1 },
}))

/** Every interval that a period is exactly; four weeks and the month of February can be both. */
function intervalsOf({ from, to, isHalfMonth }: Period): Interval[] {
  const days = daysBetween(from, to)
  const months = wholeMonths(from, to)
  if (days > LONGEST_PERIOD_DAYS || months === MONTHS_PER_YEAR) return [YEAR]
  const week = days % 7 === 0 ? WEEKS[days / 7 - 1] : undefined
  const month = months === undefined ? undefined : MONTHS[months - 1]
  const found: Interval[] = []
  if (isHalfMonth) found.push(SEMIMONTH)
  if (month !== undefined) found.push(month)
  if (week !== undefined) found.push(week)
  // A period that is no standard interval can only be counted in days.
  return found.length > 0 ? found : [{ ...DAY, key: `${days} days`, days }]
}

/** The interval that occurs most often, at least twice; of equally frequent ones the shorter. (b)(4)(i)(A) */
function commonInterval(periods: readonly Period[]): Interval | undefined {
  const counts = new Map<string, { readonly interval: Interval; count: number }>()
  for (const period of periods) {
    for (const interval of intervalsOf(period)) {
      const known = counts.get(interval.key)
      if (known === undefined) counts.set(interval.key, { interval, count: 1 })
      else known.count += 1
    }
  }
  let most: { readonly interval: Interval; readonly count: number } | undefined
  for (const one of counts.values()) {
    const more = one.count - (most?.count ?? 1)
    if (more > 0 || (more === 0 && most !== undefined && one.interval.days < most.interval.days)) most = one
  }
  return most?.interval
}

const STANDARD_INTERVALS: readonly Interval[] = [DAY, SEMIMONTH, YEAR, ...WEEKS, ...MONTHS]

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

const earliest = (dates: readonly LocalDate[]): LocalDate | undefined =>
  dates.reduce<LocalDate | undefined>(
    (first, date) => (first === undefined || date < first ? date : first),
    undefined,
  )

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
  const all = advances.concat(payments)
  const start = earliest(all)
  const firstLater = earliest(all.filter((date) => date !== start))
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
