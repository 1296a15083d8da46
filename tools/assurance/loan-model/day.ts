/** A calendar day: whole days since 1970-01-01. */
export type Day = number

const DAY_MS = 86_400_000
const DAYS_IN_WEEK = 7
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4
const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** The day of an ISO date such as 2026-03-13. */
export const dayFrom = (iso: string): Day => Date.parse(`${iso}T00:00:00Z`) / DAY_MS

/** The ISO date of a day. */
export const isoOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** 0 for Sunday to 6 for Saturday. */
const weekdayOf = (day: Day): number => (((day + EPOCH_WEEKDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK

const dayAt = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date) / DAY_MS

/** The nth weekday of a month, counted from 1. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const first = dayAt(year, month, 1)
  const ahead = (weekday - weekdayOf(first) + DAYS_IN_WEEK) % DAYS_IN_WEEK
  return first + ahead + (nth - 1) * DAYS_IN_WEEK
}

function lastMonday(year: number, month: number): Day {
  const last = dayAt(year, month + 1, 1) - 1
  return last - ((weekdayOf(last) - MONDAY + DAYS_IN_WEEK) % DAYS_IN_WEEK)
}

/** A holiday on a Sunday is kept on Monday; on a Saturday the Federal Reserve is open on the Friday before. */
const keptOn = (day: Day): Day => (weekdayOf(day) === SUNDAY ? day + 1 : day)

/** The Federal Reserve holidays of a year. Source: facts/calendars.md §1. */
function holidaysOf(year: number): ReadonlySet<Day> {
  return new Set([
    keptOn(dayAt(year, 1, 1)),
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    lastMonday(year, 5),
    keptOn(dayAt(year, 6, 19)),
    keptOn(dayAt(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
    keptOn(dayAt(year, 11, 11)),
    nthWeekday(year, 11, THURSDAY, 4),
    keptOn(dayAt(year, 12, 25)),
  ])
}

const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear()

/** Whether banks settle on a day. */
function isBankingDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday !== SUNDAY && weekday !== SATURDAY && !holidaysOf(yearOf(day)).has(day)
}

/** The day so many banking days later; the first banking day from `day` on for zero. */
export function bankingDaysAfter(day: Day, count: number): Day {
  let at = day
  while (!isBankingDay(at)) at += 1
  for (let left = count; left > 0; left -= 1) {
    at += 1
    while (!isBankingDay(at)) at += 1
  }
  return at
}
