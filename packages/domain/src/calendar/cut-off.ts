import type { CutOffTimes } from '../portfolios/portfolio.ts'
import { assert } from '../assert.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { instantOf, parseTimeOfDay, type TimeOfDay, dateIn } from '../time/new-york.ts'
import type { BankCalendar } from './bank-calendar.ts'
import type { LocalDate } from './local-date.ts'

/** A lender's banking day: its calendar, zone and cut-offs. */
export interface BankingHours {
  readonly calendar: BankCalendar
  readonly timeZone: string
  readonly cutOff: CutOffTimes
}

/** What the cut-offs of a day follow from. */
export type CutOffClock = Pick<BankingHours, 'timeZone' | 'cutOff'>

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
export function batchCutOffOn({ timeZone, cutOff }: CutOffClock, day: LocalDate): Date {
  return instantOf(day, timeOf(cutOff.batch), timeZone)
}

/**
 * The batch of a day starts so long before its cut-off, and runs again each minute until it for what is approved
 * meanwhile: late enough that a day's approvals go together, early enough that a node that is down can be missed.
 */
const BATCH_LEAD_MS = 30 * MINUTE_MS

/**
 * When the batch of a banking day starts. What is planned for it can be taken back before this moment, and no longer
 * after it: pages, mails, answers, the desk and the checks all ask this. Source: domain.md §9, §10.
 */
export const batchStartOn = (clock: CutOffClock, day: LocalDate): Date =>
  new Date(batchCutOffOn(clock, day).getTime() - BATCH_LEAD_MS)

/** The next batch that has not started: a debit that is confirmed now goes with it, and can be taken back until then. */
export function nextBatchStart(hours: BankingHours, now: Date): CutOffState {
  const { day } = nextBatchCutOff(hours, new Date(now.getTime() + BATCH_LEAD_MS))
  const cutOffAt = batchStartOn(hours, day)
  const isOpenToday = day === dateIn(now, hours.timeZone)
  return { day, cutOffAt, secondsLeft: secondsBetween(now, cutOffAt), isOpenToday }
}

/** Today's batch has started and is not over. */
export const isBatchRunning = (hours: BankingHours, now: Date): boolean =>
  nextBatchStart(hours, now).day !== nextBatchCutOff(hours, now).day

/**
 * Until when borrowers are promised that they can take back what today's batch takes; null once it has started. A batch that
 * an employee runs before ends that.
 */
export const undoPromisedUntil = (hours: BankingHours, now: Date): Date | null =>
  isBatchRunning(hours, now) ? null : nextBatchStart(hours, now).cutOffAt

/** The day on which the entries of the next batch take effect: the banking day after it. Source: docs/facts/ach.md §4. */
export function nextEntryDate(hours: BankingHours, now: Date): LocalDate {
  return hours.calendar.next(nextBatchCutOff(hours, now).day)
}

/** The moment until which money can be asked for to arrive on a banking day itself. */
export function sameDayCutOffOn({ timeZone, cutOff }: CutOffClock, day: LocalDate): Date {
  return instantOf(day, timeOf(cutOff.sameDay), timeZone)
}

function nextCutOff({ calendar, timeZone }: BankingHours, now: Date, time: TimeOfDay): CutOffState {
  const today = dateIn(now, timeZone)
  const todays = instantOf(today, time, timeZone)
  const isOpenToday = calendar.isBankingDay(today) && now < todays
  const day = isOpenToday ? today : calendar.next(today)
  const cutOffAt = isOpenToday ? todays : instantOf(day, time, timeZone)
  return { day, cutOffAt, secondsLeft: secondsBetween(now, cutOffAt), isOpenToday }
}

const secondsBetween = (now: Date, then: Date): number => Math.floor((then.getTime() - now.getTime()) / 1000)

function timeOf(text: string): TimeOfDay {
  const time = parseTimeOfDay(text)
  assert(time !== undefined, 'a cut-off is a time as "14:00"')
  return time
}
