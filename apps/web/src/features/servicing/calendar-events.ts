import { type BankCalendar, bankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { addDays, formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { adjustPayday, type PaySchedule, paydaysAfter } from '@dolphin/domain/calendar/pay-calendar'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { DayMark } from '@dolphin/ui/month-calendar/month-calendar'
import type { CallValue } from '../../api-client/call.ts'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { type MonthDays, monthDays } from '../../time/month-days.ts'
import type { Payment } from './phase-text.ts'
import type { Choices, LoanDetail } from './step-props.ts'

/** One thing that happens on a day. */
export interface CalendarEvent {
  readonly key: string
  readonly date: string
  readonly kind: 'toCome' | 'received' | 'late' | 'payday' | 'holiday'
  /** The payment itself, where it is one. */
  readonly payment?: Payment
  /** The name of a holiday. */
  readonly label?: string
}

type Holidays = CallValue<'getHoliday'>

/** More paydays than fall into any term. */
const MOST_PAYDAYS = 400
const RECEIVED: readonly Payment['phase'][] = ['taken', 'cleared']
const LATE: readonly Payment['phase'][] = ['cameBack', 'notSent', 'pastDue']

/** Payments as the timeline has them, and between today and the last of them paydays and bank holidays, by day. */
export function calendarEvents(
  detail: LoanDetail,
  payroll: Choices['payroll'] | undefined,
  holidays: Holidays,
): readonly CalendarEvent[] {
  const payments = detail.timeline.filter(({ direction }) => direction === 'in').map(paymentEvent)
  const last = payments
    .map(({ date }) => date)
    .toSorted()
    .at(-1)
  if (last === undefined) return []
  const today = formatLocalDate(portfolioToday())
  const within = ({ date }: CalendarEvent) => date >= today && date <= last
  const closed = holidays.map(
    ({ holidayTimeStr, name }): CalendarEvent => ({
      key: `holiday ${holidayTimeStr}`,
      date: holidayTimeStr,
      kind: 'holiday',
      label: name,
    }),
  )
  const paydays = payroll === undefined ? [] : paydayEvents(payroll, holidays, last)
  return [...payments, ...[...closed, ...paydays].filter(within)].toSorted((left, right) =>
    left.date < right.date ? -1 : Number(left.date > right.date),
  )
}

function paymentEvent(payment: Payment): CalendarEvent {
  const { transactionNo, installmentNo, date, phase } = payment
  const kind = RECEIVED.includes(phase) ? 'received' : LATE.includes(phase) ? 'late' : 'toCome'
  return { key: transactionNo ?? `payment ${installmentNo}`, date, kind, payment }
}

function paydayEvents(payroll: Choices['payroll'], holidays: Holidays, last: string): CalendarEvent[] {
  const closings = holidays.flatMap(({ holidayTimeStr }) => parseLocalDate(holidayTimeStr) ?? [])
  const calendar = bankCalendar(closings)
  const end = parseLocalDate(last)
  const schedule = scheduleOf(payroll)
  if (end === undefined || schedule === undefined) return []
  const rules = { onHoliday: payroll.paydayOnHoliday, availability: payroll.paydayOnAvailable }
  return nominalUntil(schedule, end, calendar)
    .map((nominal) => formatLocalDate(adjustPayday(nominal, rules, calendar)))
    .map((date) => ({ key: `payday ${date}`, date, kind: 'payday' }))
}

function nominalUntil(schedule: PaySchedule, end: LocalDate, calendar: BankCalendar): LocalDate[] {
  const before = addDays(portfolioToday(), -1)
  return paydaysAfter(schedule, before, MOST_PAYDAYS, calendar).filter((date) => date <= end)
}

function scheduleOf({
  payrollFrequency: frequency,
  nextPayday,
  paydaysOfMonth: [first, second],
}: Choices['payroll']): PaySchedule | undefined {
  const anchor = parseLocalDate(nextPayday)
  if (frequency === PayrollFrequency.weekly || frequency === PayrollFrequency.biWeekly)
    return anchor === undefined ? undefined : { frequency, anchor }
  if (first === undefined) return undefined
  if (frequency === PayrollFrequency.monthly) return { frequency, day: first }
  return second === undefined ? undefined : { frequency, days: [first, second] }
}

const MARKS = { toCome: 'own', received: 'done', late: 'own', payday: 'in', holiday: 'closed' } as const

/** The months from today, or from a payment still on its way, to the last payment. */
export function calendarMonths(detail: LoanDetail, events: readonly CalendarEvent[]): readonly MonthDays[] {
  const today = portfolioToday()
  const last = parseLocalDate(events.at(-1)?.date ?? '')
  if (last === undefined) return []
  const first = last < today ? last : today
  return monthDays(first, last, (date, isoDate) => {
    const ofDay = events.filter((event) => event.date === isoDate)
    return {
      marks: [...new Set(ofDay.map(({ kind }): DayMark => MARKS[kind]))],
      alarm: ofDay.some(({ kind }) => kind === 'late') && detail.daysOverdue > 0,
      outside: date < first || date > last,
    }
  })
}
