import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { DayMark } from '@dolphin/ui/month-calendar/month-calendar'
import type { CallValue } from '../../api-client/call.ts'
import { type MonthDays, monthDays } from '../../time/month-days.ts'

export type Affordability = NonNullable<CallValue<'calculatePaymentSchedule'>['affordability']>
type CashEvent = Affordability['events'][number]

const MARKS: Readonly<Record<CashEvent['kind'], DayMark>> = { payday: 'in', bill: 'out', installment: 'own' }

/** The months that the outlook touches, each day with what happens on it. */
export function cashMonths({ asOf, to, events, shortfallDates }: Affordability): readonly MonthDays[] {
  const [first, last] = [parseLocalDate(asOf), parseLocalDate(to)]
  if (first === undefined || last === undefined) return []
  const marksOf = new Map<string, DayMark[]>()
  for (const { date, kind } of events) {
    const marks = marksOf.get(date) ?? []
    if (!marks.includes(MARKS[kind])) marksOf.set(date, [...marks, MARKS[kind]])
  }
  return monthDays(first, last, (date, isoDate) => ({
    marks: marksOf.get(isoDate) ?? [],
    alarm: shortfallDates.includes(isoDate),
    outside: date <= first || date > last,
  }))
}
