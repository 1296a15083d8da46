import { assert } from '../assert.ts'
import { addDays, isWeekend, type LocalDate } from './local-date.ts'

/** Which days banks work on: Monday to Friday but for the closings it was built from. */
export interface BankCalendar {
  /** The weekdays on which banks are closed; another set once a closing is added. */
  readonly closings: ReadonlySet<LocalDate>
  isBankingDay(date: LocalDate): boolean
  /** The first banking day after the date. */
  next(date: LocalDate): LocalDate
  /** The last banking day before the date. */
  previous(date: LocalDate): LocalDate
  /** The date itself if it is a banking day, else the next one. */
  onOrAfter(date: LocalDate): LocalDate
  /** The date itself if it is a banking day, else the previous one. */
  onOrBefore(date: LocalDate): LocalDate
  /** The banking day that many banking days after the date (before, if negative); for 0 the date as it is. */
  addBankingDays(date: LocalDate, count: number): LocalDate
  /** Banking days after `from` up to and with `to`; `to` may not be earlier. */
  countBankingDays(from: LocalDate, to: LocalDate): number
}

/** A bank calendar with these weekdays closed. Dates beyond the list count as open: give a list that reaches. */
export function bankCalendar(closings: Iterable<LocalDate>): BankCalendar {
  const closed = new Set<LocalDate>(closings)
  const isBankingDay = (date: LocalDate): boolean => !isWeekend(date) && !closed.has(date)
  const step = (date: LocalDate, direction: 1 | -1): LocalDate => {
    let day = addDays(date, direction)
    while (!isBankingDay(day)) day = addDays(day, direction)
    return day
  }
  return {
    closings: closed,
    isBankingDay,
    next: (date) => step(date, 1),
    previous: (date) => step(date, -1),
    onOrAfter: (date) => (isBankingDay(date) ? date : step(date, 1)),
    onOrBefore: (date) => (isBankingDay(date) ? date : step(date, -1)),
    addBankingDays(date, count) {
      assert(Number.isInteger(count), 'banking days are counted whole')
      let day = date
      for (let left = Math.abs(count); left > 0; left -= 1) day = step(day, count < 0 ? -1 : 1)
      return day
    },
    countBankingDays(from, to) {
      assert(from <= to, 'banking days are counted forwards')
      let count = 0
      for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBankingDay(day)) count += 1
      return count
    },
  }
}
