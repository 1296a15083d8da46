import {
  addDays,
  dateParts,
  dayOfWeek,
  daysInMonth,
  formatLocalDate,
  type LocalDate,
  localDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import type { CalendarDay, DayMark } from '@dolphin/ui/month-calendar/month-calendar'
import type { CallValue } from '../../api-client/call.ts'

export type Affordability = NonNullable<CallValue<'calculatePaymentSchedule'>['affordability']>
type CashEvent = Affordability['events'][number]

/** A month as its picture wants it. */
export interface CashMonth {
  /** The first of the month, to name it by. */
  readonly isoDate: string
  readonly firstColumn: number
  readonly days: readonly CalendarDay[]
}

const MARKS: Readonly<Record<CashEvent['kind'], DayMark>> = { payday: 'in', bill: 'out', installment: 'own' }

/** The months that the outlook touches, each day with what happens on it. */
export function cashMonths({ asOf, to, events, shortfallDates }: Affordability): readonly CashMonth[] {
  const [first, last] = [parseLocalDate(asOf), parseLocalDate(to)]
  if (first === undefined || last === undefined) return []
  const marksOf = new Map<string, DayMark[]>()
  for (const { date, kind } of events) {
    const marks = marksOf.get(date) ?? []
    if (!marks.includes(MARKS[kind])) marksOf.set(date, [...marks, MARKS[kind]])
  }
  return monthStarts(first, last).map((start) => ({
    isoDate: formatLocalDate(start),
    firstColumn: dayOfWeek(start) - 1,
    days: daysOf(start).map((date) => {
      const isoDate = formatLocalDate(date)
      return {
        day: dateParts(date).day,
        marks: marksOf.get(isoDate) ?? [],
        alarm: shortfallDates.includes(isoDate),
        outside: date <= first || date > last,
      }
    }),
  }))
}

function monthStarts(first: LocalDate, last: LocalDate): readonly LocalDate[] {
  const starts: LocalDate[] = []
  for (let start = startOf(first); start <= last; start = startOf(addDays(start, 31))) starts.push(start)
  return starts
}

function startOf(date: LocalDate): LocalDate {
  const { year, month } = dateParts(date)
  return localDate(year, month, 1)
}

function daysOf(start: LocalDate): readonly LocalDate[] {
  const { year, month } = dateParts(start)
  return Array.from({ length: daysInMonth(year, month) }, (_, day) => addDays(start, day))
}
