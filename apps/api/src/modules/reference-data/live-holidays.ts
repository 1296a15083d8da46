import {
  countBankHolidays,
  HOLIDAY_CHANNEL,
  listBankHolidays,
  seedBankHolidays,
} from '@dolphin/database/reference-data/bank-holiday-repository'
import { bankCalendar, type BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { type BankHoliday, federalReserveClosings } from '@dolphin/domain/calendar/federal-reserve-holidays'
import { yearMonthDay } from '@dolphin/domain/calendar/local-date'
import type { ExternalDeps } from '../../deps.ts'
import { describe } from '../../http/describe-error.ts'
import type { LiveHolidays } from '../../ports/live-holidays.ts'

/** The years whose holidays are seeded from the published rule. */
const FIRST_YEAR = 2000

const LAST_YEAR = 2100

/** A notification may be lost while its connection is away: every node reads again this often. */
const READ_AGAIN_MS = 30_000

/** Seeds the table with the holidays of the Federal Reserve's rule that it lacks, and reads it. */
export async function openLiveHolidays({
  database,
  log,
}: Pick<ExternalDeps, 'database' | 'log'>): Promise<LiveHolidays> {
  let rows = await seeded(database)
  let current = calendarOf(rows)
  const refresh = async (): Promise<void> => {
    if ((await countBankHolidays(database.db)) === rows.length) return
    rows = await listBankHolidays(database.db)
    current = calendarOf(rows)
  }
  const refreshLogged = () =>
    void refresh().catch((error: unknown) => {
      log.warn({ failure: describe(error) }, 'bank holidays could not be read; they will be')
    })
  return {
    calendar: liveCalendar(() => current),
    ofYears: (years) => rows.filter(({ holiday }) => years.includes(yearMonthDay(holiday).year)),
    refresh,
    async watch() {
      const stop = await database.listen(HOLIDAY_CHANNEL, refreshLogged)
      const timer = setInterval(refreshLogged, READ_AGAIN_MS).unref()
      return () => {
        stop()
        clearInterval(timer)
      }
    },
  }
}

/** The calendar of the closings that are stored, for a command that runs beside no server. */
export const readBankCalendar = async ({ db }: Pick<ExternalDeps['database'], 'db'>): Promise<BankCalendar> =>
  calendarOf(await listBankHolidays(db))

async function seeded({ db }: ExternalDeps['database']): Promise<readonly BankHoliday[]> {
  const rows = await listBankHolidays(db)
  const known = new Set(rows.map(({ holiday }) => holiday))
  const missing = federalReserveClosings(FIRST_YEAR, LAST_YEAR).filter(({ holiday }) => !known.has(holiday))
  if (missing.length === 0) return rows
  await seedBankHolidays(db, missing)
  return await listBankHolidays(db)
}

const calendarOf = (rows: readonly BankHoliday[]): BankCalendar =>
  bankCalendar(rows.map(({ holiday }) => holiday))

/** One calendar for all parts of the server, whose closings are always those of the newest rows. */
function liveCalendar(current: () => BankCalendar): BankCalendar {
  return {
    get closings() {
      return current().closings
    },
    isBankingDay: (date) => current().isBankingDay(date),
    next: (date) => current().next(date),
    previous: (date) => current().previous(date),
    onOrAfter: (date) => current().onOrAfter(date),
    onOrBefore: (date) => current().onOrBefore(date),
    addBankingDays: (date, days) => current().addBankingDays(date, days),
    countBankingDays: (from, to) => current().countBankingDays(from, to),
  }
}

/** Whether the holidays of a year are known. */
export const isWithinCalendar = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR
