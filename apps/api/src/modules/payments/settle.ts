import { listLoansToSettle, type SettlementDays } from '@dolphin/database/payments/due-money-repository'
import { loansOneByOne } from '@dolphin/database/payments/loan-pages'
import type { Executor } from '@dolphin/database/driver/executor'
import { assert } from '@dolphin/domain/assert'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { sameDaySettlesAt } from '@dolphin/domain/disbursement/same-day-ach'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, NEW_YORK, wallTime } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { partOf, type UnitOfWork } from '../../unit-of-work.ts'
import type { FailedLoan } from '../servicing/loan-failure.ts'
import { MOST_NAMED, TRANSACTIONS_AT_ONCE } from './round-limits.ts'
import type { MoneyDeps } from '../../deps.ts'
import { type SettledLoan, type SettledTransaction, settleLoan } from './settle-loan.ts'

/** Settlement of ACH on its effective entry date, but for same-day files. Source: domain.md §2; New York, whatever the portfolio's zone. */
const SETTLES_AT_MINUTE = 8 * 60 + 30
/** Banking days without a return until a transaction counts as checked. Source: domain.md §9. */
const RETURN_WINDOW_DAYS = 2

export interface SettlementRun {
  readonly portfolioId: number
  /** The last day whose settlement has passed. */
  readonly settledOn: LocalDate
  /** The first of them, at most a thousand. */
  readonly settled: readonly SettledTransaction[]
  readonly settledCount: number
  /** How many had no return for two banking days. */
  readonly checked: number
  /** Loans whose settlement failed: nothing of them was moved, and the next run tries them again. */
  readonly failed: readonly FailedLoan[]
}

const ROUND = 'settlement'

/** The last day whose 08:30 New York has passed: what is effective by it has settled. */
export function lastSettlementDay(now: Date): LocalDate {
  const { date, hour, minute } = wallTime(now, NEW_YORK)
  return hour * 60 + minute >= SETTLES_AT_MINUTE ? date : addDays(date, -1)
}

function settlementDays(
  { calendar, portfolios }: MoneyDeps,
  portfolioId: number,
  now: Date,
): Result<SettlementDays> {
  const data = portfolios.byId(portfolioId)
  if (data === undefined) return refuse('notFound')
  const settledBy = lastSettlementDay(now)
  const today = dateIn(now, NEW_YORK)
  const sameDaySettledBy = now >= sameDaySettlesAt(data.portfolio, today) ? today : addDays(today, -1)
  const quietBy = calendar.addBankingDays(calendar.onOrBefore(settledBy), -RETURN_WINDOW_DAYS)
  return ok({
    settledBy,
    sameDaySettledBy,
    quietBy,
    pastDueBy: addDays(settledBy, -data.portfolio.pastDueGraceDays - 1),
  })
}

/**
 * Settles what is due, in the caller's transaction, loan by loan in order of their numbers; at most 500 loans. One that
 * fails stops no other. Again is harmless. Errors: `notFound`.
 */
export async function settleDue(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioId: number,
  actor: string,
): Promise<Result<SettlementRun>> {
  const days = settlementDays(deps, portfolioId, unit.now)
  if (!days.ok) return days
  const run = newRun(portfolioId, days.value)
  let loans = 0
  for await (const loanNo of loansToSettle(unit.tx, portfolioId, days.value)) {
    const settlement = { days: days.value, actor }
    const settle = () => partOf(unit, (part) => settleLoan(deps, part, { portfolioId, loanNo }, settlement))
    await settleAlone(deps, run, { loanNo, within: unit }, settle)
    loans += 1
    if (loans === TRANSACTIONS_AT_ONCE) break
  }
  return ok(run)
}

/**
 * Settles all that is due of a portfolio, each loan in a transaction of its own, so that a loan that fails neither
 * stops nor delays another. Errors: `notFound`.
 */
export async function settleAll(
  deps: MoneyDeps,
  portfolioId: number,
  actor: string,
): Promise<Result<SettlementRun>> {
  const days = settlementDays(deps, portfolioId, deps.clock.now())
  if (!days.ok) return days
  const run = newRun(portfolioId, days.value)
  for await (const loanNo of loansToSettle(deps.database.db, portfolioId, days.value)) {
    await settleAlone(deps, run, { loanNo }, async () => {
      const settlement = { days: days.value, actor }
      const settled = await deps.units.write(async (unit) =>
        ok(await settleLoan(deps, unit, { portfolioId, loanNo }, settlement)),
      )
      assert(settled.ok, 'a settlement is not refused')
      return settled.value
    })
  }
  return ok(run)
}

const loansToSettle = (executor: Executor, portfolioId: number, days: SettlementDays) =>
  loansOneByOne(executor, portfolioId, (range) => listLoansToSettle(executor, portfolioId, days, range))

/** A run that is still counting. */
type CountingRun = Omit<SettlementRun, 'settled' | 'settledCount' | 'checked' | 'failed'> & {
  settled: SettledTransaction[]
  settledCount: number
  checked: number
  failed: FailedLoan[]
}

/** The loan to settle, and the unit of the run where the run is one. */
interface LoanOfRun {
  readonly loanNo: string
  readonly within?: UnitOfWork | undefined
}

/** Counts a loan's settlement once it is done; one that fails counts for nothing but its failure. */
async function settleAlone(
  deps: MoneyDeps,
  run: CountingRun,
  { loanNo, within }: LoanOfRun,
  settle: () => Promise<SettledLoan>,
): Promise<void> {
  const counted = async () => {
    const { settled, checked } = await settle()
    run.settled.push(...settled.slice(0, MOST_NAMED - run.settled.length))
    run.settledCount += settled.length
    run.checked += checked
  }
  const failure = await oneOfMany(deps, { round: ROUND, subject: { loanNo }, within }, counted)
  if (failure !== undefined) run.failed.push({ loanNo, failure })
}

const newRun = (portfolioId: number, { settledBy }: SettlementDays): CountingRun => ({
  portfolioId,
  settledOn: settledBy,
  settled: [],
  settledCount: 0,
  checked: 0,
  failed: [],
})
