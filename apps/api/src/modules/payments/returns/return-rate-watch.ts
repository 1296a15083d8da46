import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { searchStream } from '@dolphin/database/examiner/audit-search-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { lockByName } from '@dolphin/database/driver/named-lock'
import { countReturnedDebits, countSentDebits } from '@dolphin/database/payments/return-rate-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { isReturnCode, type ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import {
  rateWindow,
  type RateWindow,
  type RateWindowKind,
  type ReturnRate,
  returnRates,
} from '@dolphin/domain/payments/debit-eligibility/return-rates'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { JobDefinition } from '../../../ports/job-queue.ts'
import { SYSTEM_ACTOR } from '../../../http/actor.ts'
import { openWorkItem } from '../../work-items/work-item-service.ts'
import type { MoneyDeps } from '../../../deps.ts'

/** The returns of a window beside its limits. */
export interface WindowRates extends RateWindow {
  readonly kind: RateWindowKind
  readonly debits: number
  readonly returns: ReadonlyMap<ReturnCode, number>
  readonly rates: readonly ReturnRate[]
}

const WINDOWS: readonly RateWindowKind[] = ['sixtyDays', 'twoMonths']

/** Both windows of a portfolio as they stand on a day. Source: ach.md §2, return-rate limits. */
export async function readReturnRates(
  executor: Executor,
  portfolioId: number,
  today: LocalDate,
): Promise<readonly WindowRates[]> {
  const windows: WindowRates[] = []
  for (const kind of WINDOWS) {
    const window = rateWindow(kind, today)
    const debits = await countSentDebits(executor, portfolioId, window)
    const counted = await countReturnedDebits(executor, portfolioId, window)
    const returns = new Map(
      [...counted].flatMap(([code, count]) => (isReturnCode(code) ? [[code, count]] : [])),
    )
    windows.push({
      ...window,
      kind,
      debits,
      returns,
      rates: returnRates({ debits, returns: Object.fromEntries(returns) }),
    })
  }
  return windows
}

const RETURN_RATE_JOB = 'return-rate-watch'
const EVERY_SECONDS = 3_600
const ACTION = 'returnRateWarning'

/** Hour by hour: warns once a day of each portfolio whose returns are near a limit or beyond it. */
export const returnRateJob = (deps: MoneyDeps): JobDefinition => ({
  name: RETURN_RATE_JOB,
  everySeconds: EVERY_SECONDS,
  run: () => watchReturnRates(deps),
})

/** One look at every portfolio: a warning in the log and an audit event, once a day. Source: issue 4, point 4. */
export async function watchReturnRates(deps: MoneyDeps): Promise<void> {
  for (const data of deps.portfolios.all) await watchPortfolio(deps, data)
}

async function watchPortfolio(deps: MoneyDeps, { portfolio }: PortfolioData): Promise<void> {
  const { portfolioId, timeZone } = portfolio
  const today = dateIn(deps.clock.now(), timeZone)
  const windows = await readReturnRates(deps.database.db, portfolioId, today)
  const standing = windows.flatMap(({ kind: window, rates }) =>
    rates
      .filter(({ status }) => status !== 'ok')
      .map(({ kind, returns, debits, status }) => ({ window, kind, returns, debits, status })),
  )
  if (standing.length === 0) return
  const day = formatLocalDate(today)
  const warned = await deps.units.write(async (unit) => {
    await lockByName(unit.tx, `${ACTION}/${portfolioId}`)
    const known = await searchStream(unit.tx, latestWarning(portfolioId, unit.now), 1)
    if (known[0]?.facts['day'] === day) return ok(false)
    await appendAudit(unit.tx, {
      portfolioId,
      subject: 'portfolio',
      action: ACTION,
      actor: SYSTEM_ACTOR,
      facts: { day, standing },
      at: unit.now,
    })
    const over = standing
      .filter(({ status }) => status === 'over')
      .map(({ kind, window }) => `${KIND_WORDS[kind]} over ${WINDOW_WORDS[window]}`)
    if (over.length > 0) {
      const subject = `portfolio/${portfolioId}`
      const reason = `returns are beyond the limit: ${over.join(', ')}`
      const facts = { standing }
      const actor = SYSTEM_ACTOR
      await openWorkItem(deps, unit, { portfolioId, kind: 'returnRateOver', subject, reason, facts, actor })
    }
    return ok(true)
  })
  if (warned.ok && warned.value) {
    deps.log.warn({ portfolioId, day, standing }, 'returns are near a limit or beyond it')
  }
}

const KIND_WORDS = { unauthorized: 'unauthorized', administrative: 'administrative', overall: 'all' } as const
const WINDOW_WORDS = { sixtyDays: '60 days', twoMonths: 'two months' } as const

const latestWarning = (portfolioId: number, now: Date) => ({
  portfolioId,
  loanNo: undefined,
  openId: undefined,
  actor: undefined,
  event: ACTION,
  from: new Date(now.getTime() - 2 * DAY_MS),
  until: undefined,
  after: undefined,
})
