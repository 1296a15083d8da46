import type { CutOffTimes } from '../portfolios/portfolio.ts'
import { assert } from '../assert.ts'
import { instantOf, parseTimeOfDay, type TimeOfDay, dateIn } from '../time/new-york.ts'
import type { BankCalendar } from './bank-calendar.ts'
import type { LocalDate } from './local-date.ts'

/** A lender's banking day: its calendar, zone and cut-offs. */
export interface BankingHours {
  readonly calendar: BankCalendar
  readonly timeZone: string
  readonly cutOff: CutOffTimes
}

/** The next moment until which something can still be asked for, and what it leads to. */
export interface CutOffState {
  /** The banking day whose cut-off comes next. */
  readonly day: LocalDate
  readonly cutOffAt: Date
  /** Whole seconds left, rounded down; more than a day's worth over a weekend. */
  readonly secondsLeft: number
  /** True while the cut-off is today's, so that asking now still counts for today. */
  readonly isOpenToday: boolean
}

/** The next same-day cut-off: money asked for before it arrives on that very day. Source: domain.md §9. */
export function nextSameDayCutOff(hours: BankingHours, now: Date): CutOffState {
  return nextCutOff(hours, now, timeOf(hours.cutOff.sameDay))
}

/** The next batch cut-off: what is ready before it goes to the bank that day. Source: domain.md §9. */
export function nextBatchCutOff(hours: BankingHours, now: Date): CutOffState {
  return nextCutOff(hours, now, timeOf(hours.cutOff.batch))
}

/** The moment at which the batch of a banking day is cut. */
export function batchCutOffOn({ timeZone, cutOff }: BankingHours, day: LocalDate): Date {
  return instantOf(day, timeOf(cutOff.batch), timeZone)
}

/**
 * The day on which the credit of a loan approved now reaches the borrower unless they choose otherwise: the
 * banking day after the next batch. Source: domain.md §9, get-default-disbursement-date; NACHA one-day credits.
 */
export function defaultDisbursementDate(hours: BankingHours, now: Date): LocalDate {
  return hours.calendar.next(nextBatchCutOff(hours, now).day)
}

/** The default day and the banking days after it, `count` in all: what the borrower may pick from. */
export function availableDisbursementDates(hours: BankingHours, now: Date, count: number): LocalDate[] {
  assert(Number.isInteger(count) && count > 0, 'at least one date is offered')
  const first = defaultDisbursementDate(hours, now)
  return Array.from({ length: count }, (_, index) => hours.calendar.addBankingDays(first, index))
}

function nextCutOff({ calendar, timeZone }: BankingHours, now: Date, time: TimeOfDay): CutOffState {
  const today = dateIn(now, timeZone)
  const todays = instantOf(today, time, timeZone)
  const isOpenToday = calendar.isBankingDay(today) && now < todays
  const day = isOpenToday ? today : calendar.next(today)
  const cutOffAt = isOpenToday ? todays : instantOf(day, time, timeZone)
  return { day, cutOffAt, secondsLeft: Math.floor((cutOffAt.getTime() - now.getTime()) / 1000), isOpenToday }
}

function timeOf(text: string): TimeOfDay {
  const time = parseTimeOfDay(text)
  assert(time !== undefined, 'a cut-off is a time as "14:00"')
  return time
}
