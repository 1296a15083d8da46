import {
  addDays,
  yearMonthDay,
  dayOfWeek,
  daysInMonth,
  formatLocalDate,
  type LocalDate,
  localDate,
} from '@dolphin/domain/calendar/local-date'
import type { CalendarDay } from '@dolphin/ui/month-calendar/month-calendar'

/** A month as its picture wants it. */
export interface MonthDays {
  /** The first of the month, to name it by. */
  readonly isoDate: string
  readonly firstColumn: number
  readonly days: readonly CalendarDay[]
}

/** The months from one day to another, both included, each day as `shown` says. */
export function monthDays(
  first: LocalDate,
  last: LocalDate,
  shown: (date: LocalDate, isoDate: string) => Omit<CalendarDay, 'day'>,
): readonly MonthDays[] {
  return monthStarts(first, last).map((start) => ({
    isoDate: formatLocalDate(start),
    firstColumn: dayOfWeek(start) - 1,
    days: daysOf(start).map((date) => ({
      day: yearMonthDay(date).day,
      ...shown(date, formatLocalDate(date)),
    })),
  }))
}

function monthStarts(first: LocalDate, last: LocalDate): readonly LocalDate[] {
  const starts: LocalDate[] = []
  for (let start = startOf(first); start <= last; start = startOf(addDays(start, 31))) starts.push(start)
  return starts
}

function startOf(date: LocalDate): LocalDate {
  const { year, month } = yearMonthDay(date)
  return localDate(year, month, 1)
}

function daysOf(start: LocalDate): readonly LocalDate[] {
  const { year, month } = yearMonthDay(start)
  return Array.from({ length: daysInMonth(year, month) }, (_, day) => addDays(start, day))
}
