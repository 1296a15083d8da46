import { assert } from '../assert.ts'

declare const unit: unique symbol

/**
 * A calendar day without time or zone: days since 1 January 1970. Days are compared with < and ===, and their
 * difference is a number of days; instants would make both go wrong around a change of the clocks.
 */
export type LocalDate = number & { readonly [unit]: 'LocalDate' }

/** A day by its year, month (1-12) and day of the month. */
export interface YearMonthDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Names a whole number of days since 1 January 1970 as a date. */
export function fromEpochDay(epochDay: number): LocalDate {
  assert(Number.isSafeInteger(epochDay), 'a date is a whole number of days')
  return epochDay as LocalDate
}

/** Divisible by 4, except centuries not divisible by 400. */
export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Length of a month; month 1-12. */
export function daysInMonth(year: number, month: number): number {
  const length = MONTH_LENGTHS[month - 1]
  assert(length !== undefined, 'a month is 1 to 12')
  return month === 2 && isLeapYear(year) ? 29 : length
}

const isDate = ({ year, month, day }: YearMonthDay): boolean =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

/** Years are counted from March, so that a leap day comes last; 400 of them are one era. */
const DAYS_PER_ERA = 146_097
const DAYS_TO_1970 = 719_468

/** The day of the proleptic Gregorian calendar; a day that does not exist is a bug, so parse people's input. */
export function localDate(year: number, month: number, day: number): LocalDate {
  assert(isDate({ year, month, day }), 'no such day in the calendar')
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return fromEpochDay(era * DAYS_PER_ERA + dayOfEra - DAYS_TO_1970)
}

/** Year, month (1-12) and day of a date. */
export function yearMonthDay(date: LocalDate): YearMonthDay {
  const shifted = date + DAYS_TO_1970
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/

/** Reads "YYYY-MM-DD"; undefined for any other text or a day that does not exist. */
export function parseLocalDate(text: string): LocalDate | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
  return isDate(parts) ? localDate(parts.year, parts.month, parts.day) : undefined
}

const padded = (value: number, width: number): string => value.toString().padStart(width, '0')

/** Writes "YYYY-MM-DD", the form on the wire. */
export function formatLocalDate(date: LocalDate): string {
  const { year, month, day } = yearMonthDay(date)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

/** Writes "MM/DD/YYYY", the form people read. */
export function formatUsDate(date: LocalDate): string {
  const { year, month, day } = yearMonthDay(date)
  return `${padded(month, 2)}/${padded(day, 2)}/${padded(year, 4)}`
}

/** Writes "YYMMDD", the form in bank files. */
export function formatBankFileDate(date: LocalDate): string {
  const { year, month, day } = yearMonthDay(date)
  return `${padded(year % 100, 2)}${padded(month, 2)}${padded(day, 2)}`
}

/** The date that many days later (earlier if negative). */
export const addDays = (date: LocalDate, days: number): LocalDate => fromEpochDay(date + days)

/** Days from one date to another: the start is excluded, the end included. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => to - from

/** The same day that many months later; a day beyond the month's end becomes its last day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const { year, month, day } = yearMonthDay(date)
  return monthDay(year * 12 + month - 1 + months, day)
}

/** Months since year 0, the unit in which month arithmetic is done. */
export function monthIndex(date: LocalDate): number {
  const { year, month } = yearMonthDay(date)
  return year * 12 + month - 1
}

/** A day of a month given by its monthIndex, clipped to the month's last day. */
export function monthDay(index: number, day: number): LocalDate {
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  return localDate(year, month, Math.min(day, daysInMonth(year, month)))
}

/** The last day of that date's month. */
export const lastDayOfMonth = (date: LocalDate): LocalDate => monthDay(monthIndex(date), 31)

/** Day of the week in the product's numbering: Sunday 1, Monday 2 … Friday 6, Saturday 7. */
export const dayOfWeek = (date: LocalDate): number => ((((date + 4) % 7) + 7) % 7) + 1

/** Saturday or Sunday. */
export const isWeekend = (date: LocalDate): boolean => dayOfWeek(date) === 1 || dayOfWeek(date) === 7
