import { assert } from '../assert.ts'
import {
  type BankingHours,
  batchCutOffOn,
  type CutOffClock,
  nextSameDayCutOff,
  sameDayCutOffOn,
} from '../calendar/cut-off.ts'
import { type LocalDate, localDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { SameDayCredits, SameDaySettlement } from '../portfolios/portfolio.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { dateIn, instantOf, NEW_YORK, parseTimeOfDay } from '../time/new-york.ts'

/** Most that one same-day entry may carry, 1,000,000.00 since 2022-03-18. Source: docs/facts/ach.md §4. */
export const SAME_DAY_LIMIT: Cents = cents(100_000_000n)

/** Until when the Federal Reserve takes a same-day file, by the time at which it settles; New York. Source: docs/facts/ach.md §4. */
const TRANSMITTED_BY: Readonly<Record<SameDaySettlement, string>> = {
  '13:00': '10:30',
  '17:00': '14:45',
  '18:00': '16:45',
}

/** The originator's bank needs this long before its own deadline. Ours: its cut-off is earlier (docs/facts/ach.md §4). */
const BANK_LEAD_MINUTES = 15

/** What a day's same-day file follows from. */
export type SameDayClock = CutOffClock & { readonly sameDayCredits: SameDayCredits }

/** A portfolio's banking day, and whether its credits may settle on the day they are sent. */
export interface FundingHours extends BankingHours, SameDayClock {
  /** Banking days that a person’s approval usually takes. */
  readonly reviewBankingDays: number
}

/** Whether an amount may be promised for today: a banking day, before the same-day cut-off, within the limit. */
export function isSameDayPromised(hours: FundingHours, now: Date, amount: Cents): boolean {
  return hours.sameDayCredits.offered && amount <= SAME_DAY_LIMIT && nextSameDayCutOff(hours, now).isOpenToday
}

/** The last moment at which a day's same-day file may be originated: in time for the bank, and before the day's batch. */
export function sameDayClosesAt(hours: SameDayClock, day: LocalDate): Date {
  const deadline = newYorkTime(day, TRANSMITTED_BY[hours.sameDayCredits.settlesAt])
  const inTime = deadline.getTime() - BANK_LEAD_MINUTES * MINUTE_MS
  return new Date(Math.min(inTime, batchCutOffOn(hours, day).getTime()))
}

/** The banking day whose same-day file can still be originated; undefined where none can. */
export function openSameDay(hours: FundingHours, now: Date): LocalDate | undefined {
  const today = dateIn(now, hours.timeZone)
  const isOpen =
    hours.sameDayCredits.offered && hours.calendar.isBankingDay(today) && now < sameDayClosesAt(hours, today)
  return isOpen ? today : undefined
}

/** Winter and summer: the zones of portfolio and window may change their clocks differently. */
const SAMPLE_DAYS = [localDate(2026, 1, 6), localDate(2026, 7, 7)]

/** Whether what is promised until the same-day cut-off can still be sent that day, wherever same-day credits are offered. */
export const isSameDayInTime = (hours: SameDayClock): boolean =>
  !hours.sameDayCredits.offered ||
  SAMPLE_DAYS.every((day) => sameDayCutOffOn(hours, day) < sameDayClosesAt(hours, day))

/** The moment at which the same-day entries of a day settle. Source: docs/facts/ach.md §4. */
export const sameDaySettlesAt = (
  { sameDayCredits }: Pick<SameDayClock, 'sameDayCredits'>,
  day: LocalDate,
): Date => newYorkTime(day, sameDayCredits.settlesAt)

/** The company descriptive date of a same-day batch: SD and its settlement time. Source: docs/facts/ach.md §1. */
export const sameDayMark = ({ settlesAt }: SameDayCredits): string => `SD${settlesAt.replace(':', '')}`

function newYorkTime(day: LocalDate, text: string): Date {
  const time = parseTimeOfDay(text)
  assert(time !== undefined, 'a window has times as "17:00"')
  return instantOf(day, time, NEW_YORK)
}
