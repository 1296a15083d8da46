import { addDays, dayOfWeek, daysInMonth, type LocalDate, localDate } from './local-date.ts'

/** One holiday of one year: its date, and the day on which the Reserve Banks close for it, if any. */
export interface FederalReserveHoliday {
  readonly name: string
  readonly date: LocalDate
  readonly closed: LocalDate | undefined
}

const SUNDAY = 1
const MONDAY = 2
const THURSDAY = 5
const SATURDAY = 7

function nthWeekday(year: number, month: number, weekday: number, nth: number): LocalDate {
  const first = localDate(year, month, 1)
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + 7 * (nth - 1))
}

function lastMonday(year: number, month: number): LocalDate {
  const last = localDate(year, month, daysInMonth(year, month))
  return addDays(last, -((dayOfWeek(last) - MONDAY + 7) % 7))
}

/** A Saturday holiday closes nothing (not even the Friday); a Sunday one closes the Monday after. */
function closingOf(date: LocalDate): LocalDate | undefined {
  if (dayOfWeek(date) === SATURDAY) return undefined
  return dayOfWeek(date) === SUNDAY ? addDays(date, 1) : date
}

/** Reserve Banks have kept Juneteenth since 2022. */
const JUNETEENTH_SINCE = 2022

/**
 * The Federal Reserve Banks' holidays of a year, in order. ACH settles on none of their closing days.
 * Source: Federal Reserve K.8. Not the federal government's rule, which moves Saturday holidays to Friday.
 */
export function federalReserveHolidays(year: number): FederalReserveHoliday[] {
  const juneteenth: [string, LocalDate][] =
    year >= JUNETEENTH_SINCE ? [['Juneteenth National Independence Day', localDate(year, 6, 19)]] : []
  const named: [string, LocalDate][] = [
    ["New Year's Day", localDate(year, 1, 1)],
    ['Birthday of Martin Luther King, Jr.', nthWeekday(year, 1, MONDAY, 3)],
    ["Washington's Birthday", nthWeekday(year, 2, MONDAY, 3)],
    ['Memorial Day', lastMonday(year, 5)],
    ...juneteenth,
    ['Independence Day', localDate(year, 7, 4)],
    ['Labor Day', nthWeekday(year, 9, MONDAY, 1)],
    ['Columbus Day', nthWeekday(year, 10, MONDAY, 2)],
    ['Veterans Day', localDate(year, 11, 11)],
    ['Thanksgiving Day', nthWeekday(year, 11, THURSDAY, 4)],
    ['Christmas Day', localDate(year, 12, 25)],
  ]
  return named.map(([name, date]) => ({ name, date, closed: closingOf(date) }))
}

/** A weekday on which the Reserve Banks, and so ACH, are closed. */
export interface BankHoliday {
  readonly holiday: LocalDate
  readonly name: string
}

/** The weekdays of a span of years on which the Reserve Banks are closed by their published rule, in order. */
export function federalReserveClosings(firstYear: number, lastYear: number): BankHoliday[] {
  const closings: BankHoliday[] = []
  for (let year = firstYear; year <= lastYear; year += 1) {
    for (const { name, closed } of federalReserveHolidays(year))
      if (closed !== undefined) closings.push({ holiday: closed, name })
  }
  return closings
}
