import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate, monthDay, monthIndex } from '../calendar/local-date.ts'
import { PaydayOfMonth } from '../calendar/payday-rules.ts'

const LONGEST_MONTH = 31
/** The longest run of closed days around a payday, so that a shifted one is still found. */
const MOST_SHIFT = 4

/** Days of the month that employers pay on, commonest first: of two that fit alike the first is taken. */
const MONTH_DAYS: readonly number[] = [
  ...new Set([1, 15, PaydayOfMonth.lastDay, 5, 20, 10, 25, ...Array.from({ length: 28 }, (_, at) => at + 1)]),
]

/** How well a set of nominal paydays explains deposits. */
export type RhythmFit<T> = { readonly rhythm: T; readonly explained: number }

/** Whether a deposit stands for a nominal payday: it came that day, or the banking day before or after it. */
export function stands(nominal: LocalDate, date: LocalDate, calendar: BankCalendar): boolean {
  return nominal === date || calendar.onOrBefore(nominal) === date || calendar.onOrAfter(nominal) === date
}

/** The payday every `period` days, 7 or 14, that explains most deposits; `rhythm` is one such payday. */
export function gridFit(
  dates: readonly LocalDate[],
  period: number,
  calendar: BankCalendar,
): RhythmFit<LocalDate> | undefined {
  const onGrid = (anchor: LocalDate, date: LocalDate) =>
    nominalDays(date).some((day) => (day - anchor) % period === 0 && stands(day, date, calendar))
  const fits = dates.map((anchor) => ({
    rhythm: anchor,
    explained: dates.filter((date) => onGrid(anchor, date)).length,
  }))
  return fits.reduceRight<RhythmFit<LocalDate> | undefined>(
    (best, fit) => (best && best.explained >= fit.explained ? best : fit),
    undefined,
  )
}

/** The days that a deposit may stand for, as far as a run of closed days shifts it. */
const nominalDays = (date: LocalDate): readonly LocalDate[] =>
  Array.from({ length: 2 * MOST_SHIFT + 1 }, (_, at) => addDays(date, at - MOST_SHIFT))

/** The `count` days of the month that explain most deposits. */
export function monthDaysFit(
  dates: readonly LocalDate[],
  count: number,
  calendar: BankCalendar,
): RhythmFit<readonly number[]> {
  const chosen: number[] = []
  let left = dates
  for (let round = 0; round < count; round += 1) {
    const open = left
    const unexplained = (day: number) => open.filter((date) => !standsOnMonthDay(day, date, calendar))
    const candidates = MONTH_DAYS.filter((day) => !chosen.includes(day))
    const best = candidates.reduce((one, other) =>
      unexplained(other).length < unexplained(one).length ? other : one,
    )
    chosen.push(best)
    left = unexplained(best)
  }
  return { rhythm: chosen, explained: dates.length - left.length }
}

function standsOnMonthDay(day: number, date: LocalDate, calendar: BankCalendar): boolean {
  const month = monthIndex(date)
  return [month - 1, month, month + 1].some((index) =>
    stands(monthDay(index, day === PaydayOfMonth.lastDay ? LONGEST_MONTH : day), date, calendar),
  )
}
