import { assert } from '../assert.ts'
import {
  yearMonthDay,
  daysBetween,
  daysInMonth,
  lastDayOfMonth,
  type LocalDate,
  monthDay,
  monthIndex,
} from '../calendar/local-date.ts'
import type { Rational } from '../money/rational.ts'
import { type UnitPeriod, wholeMonths } from './unit-period.ts'

const LAST_DAY = 31

const split = (amount: number, unit: number): { full: number; fraction: Rational } => ({
  full: Math.floor(amount / unit),
  fraction: { numerator: BigInt(amount % unit), denominator: BigInt(unit) },
})

/**
 * The day of the month on which a date's series falls. A series of last days is measured last day to last day
 * (31 here); one on the 29th or 30th keeps that day although February clips it. Source: Appendix J (b)(5).
 */
function seriesDay(dates: readonly LocalDate[], index: number, stride: number): number {
  const date = dates[index]
  assert(date !== undefined, 'the position of a date of the series')
  const own = yearMonthDay(date)
  const series = dates.filter((_, at) => (at - index) % stride === 0)
  if (series.length > 1 && series.every((one) => one === lastDayOfMonth(one))) return LAST_DAY
  const day = Math.max(...series.map((one) => yearMonthDay(one).day))
  return own.month === 2 && own.day === daysInMonth(own.year, 2) && day > own.day ? day : own.day
}

/** Full months counted back from the later date, and the days left over at the beginning. */
function monthsAndDays(start: LocalDate, date: LocalDate, day: number): { months: number; days: number } {
  let months = monthIndex(date) - monthIndex(start)
  if (monthDay(monthIndex(start), day) < start) months -= 1
  return { months, days: daysBetween(start, monthDay(monthIndex(date) - months, day)) }
}

/** Full years back; whole months left over count 1/12 each, other days 1/365. */
function yearPosition(start: LocalDate, date: LocalDate, day: number): { full: number; fraction: Rational } {
  const { months } = monthsAndDays(start, date, day)
  const years = Math.floor(months / 12)
  const back = monthDay(monthIndex(date) - 12 * years, day)
  const leftMonths = wholeMonths(start, back)
  return back === start || leftMonths !== undefined
    ? { full: years, fraction: { numerator: BigInt(leftMonths ?? 0), denominator: 12n } }
    : { full: years, fraction: { numerator: BigInt(daysBetween(start, back)), denominator: 365n } }
}

/**
 * Where one date of a series (advances or payments, in order) lies: full unit-periods from the start of the
 * term and the fraction left over. Source: Appendix J (b)(5).
 */
export function unitPeriodPosition(
  unitPeriod: UnitPeriod,
  start: LocalDate,
  dates: readonly LocalDate[],
  index: number,
): { full: number; fraction: Rational } {
  const date = dates[index]
  assert(date !== undefined && date >= start, 'money moves within the term')
  const elapsedDays = daysBetween(start, date)
  switch (unitPeriod.base) {
    case 'day':
      return split(elapsedDays, 1)
    case 'week':
      return split(elapsedDays, 7 * unitPeriod.multiple)
    case 'semimonth': {
      const { months, days } = monthsAndDays(start, date, seriesDay(dates, index, 2))
      return split(30 * months + days, 15)
    }
    case 'month': {
      const { months, days } = monthsAndDays(start, date, seriesDay(dates, index, 1))
      return split(30 * months + days, 30 * unitPeriod.multiple)
    }
    case 'year':
      return yearPosition(start, date, seriesDay(dates, index, 1))
    case 'termInMonths':
    case 'termInDays':
      return { full: elapsedDays === 0 ? 0 : 1, fraction: { numerator: 0n, denominator: 1n } }
  }
}
