import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { liveOn } from '@dolphin/api/testing/funded-loans'
import { moneyDays, newYorkInstant } from '@dolphin/api/testing/money-days'
import { resetApi } from '@dolphin/api/testing/reset-api'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import {
  addDays,
  dayOfWeek,
  formatLocalDate,
  type LocalDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import type { LifePlan } from './life-plan.ts'
import { beginDay, CALENDAR, type Life, type Witness } from './life.ts'
import { USUAL_TERMS } from './loan-terms.ts'
import { openBank, receive } from './own-bank.ts'
import { signAnother } from './sign-another.ts'
import { nextOrder } from './story.ts'

const FRIDAY = 6
const DAYS_IN_WEEK = 7

/** The Friday before a day, or that day. */
const lastFriday = (day: LocalDate): LocalDate =>
  addDays(day, -((dayOfWeek(day) - FRIDAY + DAYS_IN_WEEK) % DAYS_IN_WEEK))

/** A life on an empty lender: its first loan signed, and funded where the plan says so. */
export async function beginLife(
  api: TestApi,
  { begins, startsOn = '2026-03-03', portfolioId = 118, terms = USUAL_TERMS }: Omit<LifePlan, 'acts'>,
  witness?: Witness,
): Promise<Life> {
  await resetApi(api)
  const today = parseLocalDate(startsOn)
  assert(today !== undefined && CALENDAR.isBankingDay(today), 'a life begins on a banking day')
  api.clock.set(newYorkInstant(startsOn, '10:00'))
  const life: Life = {
    api,
    days: moneyDays(withOnly(api, portfolioId), portfolioId),
    portfolioId,
    lastPayday: lastFriday(today),
    frequency: terms.frequency,
    loans: [],
    about: 0,
    today,
    bankEntries: 0,
    isExcused: false,
    met: new Map(),
    bank: openBank(),
    held: [],
    staff: null,
    stories: new Map(),
    known: new Map(),
    order: 0,
    misses: [],
    unannounced: [],
    surprises: [],
    quotes: [],
    noticed: new Map(),
    unread: [],
    waitingNo: null,
    witness,
  }
  await signAnother(life, terms)
  if (begins === 'funded') await fund(life)
  for (const loan of life.loans) {
    const row = await findLoan(api.database.db, loan)
    if (row !== undefined) life.known.set(loan.loanNo, row.status)
  }
  return life
}

/** The server with one portfolio in its rounds: the other has no loan. */
function withOnly(api: TestApi, portfolioId: number): TestApi {
  const { portfolios } = api.deps
  const all = portfolios.all.filter(({ portfolio }) => portfolio.portfolioId === portfolioId)
  return { ...api, deps: { ...api.deps, portfolios: { ...portfolios, all } } }
}

/** The batch of the day takes the money, the same-day file before it; the day after it has settled the life goes on. */
async function fund(life: Life): Promise<void> {
  const { api, days, bank } = life
  const at = async (time: string): Promise<void> => {
    await liveOn(api, newYorkInstant(formatLocalDate(life.today), time).toISOString())
  }
  await at('13:30')
  await runMoneyRound(days.money)
  await at('15:00')
  await days.batchNow()
  await at('17:00')
  await runMoneyRound(days.money)
  await receive(bank, days.money, { today: life.today, order: nextOrder(life) })
  life.today = CALENDAR.next(life.today)
  await days.settle(formatLocalDate(life.today))
  life.today = CALENDAR.next(life.today)
  await beginDay(life)
}
