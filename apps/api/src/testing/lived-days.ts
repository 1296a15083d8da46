import { applyDueChanges } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { runPastDueRound } from '../modules/payments/past-due.ts'
import { expireChanges } from '../modules/servicing/close-changes.ts'
import type { TestApi } from './api-fixture.ts'
import type { moneyDays } from './money-days.ts'

/** What runs on a day that is lived; all of it by default. */
export interface LivedDay {
  /** Our batch of the day is cut, at 10:00. */
  readonly batch: boolean
}

/**
 * Lives through days of portfolio 118 by the services of the timetable, both included: settlement at 08:30, notices and
 * the past-due round at 09:00, the batch at 10:00, and at 17:30 what has run out by then.
 */
export async function liveDays(
  api: TestApi,
  days: ReturnType<typeof moneyDays>,
  [from, to]: readonly [string, string],
  { batch }: LivedDay = { batch: true },
): Promise<void> {
  for (let date = dayOf(from); date <= dayOf(to); date = addDays(date, 1)) {
    const day = formatLocalDate(date)
    await days.settle(day)
    await days.announce(day)
    await runPastDueRound(days.money)
    if (batch && api.deps.calendar.isBankingDay(date)) await days.batch(day)
    days.at(day, '17:30')
    await api.deps.units.write(async (unit) => ok(await applyDueChanges(unit.tx, 118, unit.now)))
    await expireChanges(days.money, 118)
  }
}

function dayOf(day: string): LocalDate {
  const date = parseLocalDate(day)
  assert(date !== undefined, `${day} is a date`)
  return date
}
