import { assert } from '../assert.ts'
import type { BankCalendar } from './bank-calendar.ts'
import { addDays, type LocalDate, monthDay, monthIndex } from './local-date.ts'
import {
  isMonthlyDay,
  isSemiMonthlyDay,
  PaydayAvailability,
  PaydayOfMonth,
  PaydayOnHoliday,
} from './payday-rules.ts'
import { PAYROLL_PERIODS, PayrollFrequency } from './payroll-frequency.ts'

/** When a person is paid. The anchor is any one payday; a sequence runs from it both ways and never moves. */
export type PaySchedule =
  | { readonly frequency: typeof PayrollFrequency.weekly; readonly anchor: LocalDate }
  | { readonly frequency: typeof PayrollFrequency.biWeekly; readonly anchor: LocalDate }
  | { readonly frequency: typeof PayrollFrequency.semiMonthly; readonly days: readonly [number, number] }
  | { readonly frequency: typeof PayrollFrequency.monthly; readonly day: number }

/** How a nominal payday becomes the day on which pay can be used. */
export interface PaydayRules {
  readonly onHoliday: PaydayOnHoliday
  readonly availability: PaydayAvailability
}

const MID_MONTH = 15
const LONGEST_MONTH = 31

/** The payday of one month by its coded day; a day beyond the month's end is its last day. */
function paydayOfMonth(month: number, day: number, calendar: BankCalendar): LocalDate {
  assert(isMonthlyDay(day), 'a payday of the month is 1 to 31, -1, -11, -12 or -13')
  if (day === PaydayOfMonth.lastDay) return monthDay(month, LONGEST_MONTH)
  if (day === PaydayOfMonth.lastBusinessDay) return calendar.onOrBefore(monthDay(month, LONGEST_MONTH))
  if (day === PaydayOfMonth.firstBusinessDay) return calendar.onOrAfter(monthDay(month, 1))
  return monthDay(month, day === PaydayOfMonth.midMonth ? MID_MONTH : day)
}

function steppedAfter(anchor: LocalDate, stepDays: number, after: LocalDate, count: number): LocalDate[] {
  const first = addDays(anchor, (Math.floor((after - anchor) / stepDays) + 1) * stepDays)
  return Array.from({ length: count }, (_, index) => addDays(first, index * stepDays))
}

/** Two coded days that meet in a short month are one payday. */
function monthlyAfter(days: readonly number[], after: LocalDate, count: number, calendar: BankCalendar) {
  const paydays: LocalDate[] = []
  for (let month = monthIndex(after); paydays.length < count; month += 1) {
    const ofMonth = new Set(days.map((day) => paydayOfMonth(month, day, calendar)))
    for (const payday of [...ofMonth].toSorted((left, right) => left - right)) {
      if (payday > after && paydays.length < count) paydays.push(payday)
    }
  }
  return paydays
}

/**
 * The next nominal paydays strictly after a date, before any shift for holidays. Only the coded business days
 * (-11, -13) ask the calendar: they are banking days by their meaning.
 */
export function paydaysAfter(
  schedule: PaySchedule,
  after: LocalDate,
  count: number,
  calendar: BankCalendar,
): LocalDate[] {
  switch (schedule.frequency) {
    case PayrollFrequency.weekly:
    case PayrollFrequency.biWeekly:
      return steppedAfter(schedule.anchor, PAYROLL_PERIODS[schedule.frequency].periodDays, after, count)
    case PayrollFrequency.semiMonthly:
      assert(schedule.days.every(isSemiMonthlyDay), 'a semi-monthly payday is 1 to 31 or -1')
      return monthlyAfter(schedule.days, after, count, calendar)
    case PayrollFrequency.monthly:
      return monthlyAfter([schedule.day], after, count, calendar)
  }
}

/**
 * The day on which the pay of a nominal payday can be used: moved off weekends and bank holidays by the
 * holiday rule, then one banking day on where pay is available only the next business day. It may cross the
 * end of a month; the next nominal payday does not move with it.
 */
export function adjustPayday(nominal: LocalDate, rules: PaydayRules, calendar: BankCalendar): LocalDate {
  const paid =
    rules.onHoliday === PaydayOnHoliday.previousBusinessDay
      ? calendar.onOrBefore(nominal)
      : calendar.onOrAfter(nominal)
  return rules.availability === PaydayAvailability.nextBusinessDay ? calendar.next(paid) : paid
}
