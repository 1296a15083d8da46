import type { Executor } from '@dolphin/database/driver/executor'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { findLoan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { listOpenLoans } from '@dolphin/database/loans/open-loan-repository'
import { listOpenWorkItems, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { STRANDED_REASONS, strandedBecause, strandedMoney } from '@dolphin/domain/loans/stranded'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS, DAY_SECONDS } from '@dolphin/domain/time/durations'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { OpenCause } from '../work-items/staff-routes.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'
import { type Position, readPosition } from './loan-position.ts'

const STRANDED_JOB = 'stranded-round'
const PAGE = 200
/** A payment may come back for 60 days after it settled; with room for the loan that it ended. */
const ENDED_DAYS = 120

type NeededDeps = Pick<
  Deps,
  'portfolios' | 'calendar' | 'units' | 'database' | 'clock' | 'log' | 'observability' | 'failedWork'
>
type Kind = 'strandedLoan' | 'strandedMoney'

/** Nightly: looks for loans that nothing moves on and for money without a reason. Source: domain.md §14. */
export const strandedJob = (deps: NeededDeps): JobDefinition => ({
  name: STRANDED_JOB,
  everySeconds: DAY_SECONDS,
  run: () => runStrandedRound(deps),
})

/**
 * Looks at every loan, page by page, each in a transaction of its own, so that one that fails stops no other. A work item
 * is closed once its loan is not stranded any more.
 */
export async function runStrandedRound(deps: NeededDeps): Promise<void> {
  for (const data of deps.portfolios.all) {
    const { portfolioId } = data.portfolio
    const endedSince = new Date(deps.clock.now().getTime() - ENDED_DAYS * DAY_MS)
    for (let after = ''; ; ) {
      const page = await listOpenLoans(deps.database.db, { portfolioId, endedSince, after, limit: PAGE })
      for (const loanNo of page) await lookAtOne(deps, data, loanNo)
      after = page.at(-1) ?? ''
      if (page.length < PAGE) break
    }
    for (const loanNo of await namedInItems(deps, portfolioId)) await lookAtOne(deps, data, loanNo)
  }
}

/** Loans of open items, for one that has left the list since. */
async function namedInItems({ database }: NeededDeps, portfolioId: number): Promise<string[]> {
  const items = [
    ...(await listOpenWorkItems(database.db, { portfolioId, kind: 'strandedLoan' })),
    ...(await listOpenWorkItems(database.db, { portfolioId, kind: 'strandedMoney' })),
  ]
  return [...new Set(items.flatMap(({ loanNo }) => loanNo ?? []))]
}

async function lookAtOne(deps: NeededDeps, data: PortfolioData, loanNo: string): Promise<void> {
  await oneOfMany(deps, { round: STRANDED_JOB, subject: { loanNo } }, () =>
    deps.units.write(async (unit) => ok(await lookAt(deps, unit, data, loanNo))),
  )
}

/** Whether what the round found is still so, for an employee who closes the item. */
export const openStrandedCauses = (deps: NeededDeps): Record<Kind, OpenCause> => ({
  strandedLoan: async (executor, item) => {
    const found = await positionOf(deps, executor, item)
    return found !== undefined && strandedBecause(found.loan) !== undefined
  },
  strandedMoney: async (executor, item) => {
    const found = await positionOf(deps, executor, item)
    return found !== undefined && strandedMoney(found.money) > 0n
  },
})

async function positionOf(
  deps: NeededDeps,
  executor: Executor,
  { portfolioId, loanNo }: WorkItem,
): Promise<Position | undefined> {
  const timeZone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone
  const loan = loanNo === null ? undefined : await findLoan(executor, { portfolioId, loanNo })
  if (loan === undefined || timeZone === undefined) return undefined
  return await readPosition(deps, executor, loan, { today: dateIn(deps.clock.now(), timeZone), timeZone })
}

async function lookAt(
  deps: NeededDeps,
  unit: UnitOfWork,
  { portfolio: { portfolioId, timeZone } }: PortfolioData,
  loanNo: string,
): Promise<void> {
  const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
  if (loan === undefined) return
  const now = { today: dateIn(unit.now, timeZone), timeZone }
  const position = await readPosition(deps, unit.tx, loan, now)
  const clause = strandedBecause(position.loan)
  const reason = clause && `the loan (status ${loan.status}) ${STRANDED_REASONS[clause]}`
  const facts = {
    clause,
    status: loan.status,
    subStatus: loan.subStatus,
    owed: moneyToWire(position.loan.owed),
  }
  await follow(deps, unit, { portfolioId, loanNo, kind: 'strandedLoan', reason, facts })
  const rest = strandedMoney(position.money)
  const amount = moneyToWire(rest)
  await follow(deps, unit, {
    portfolioId,
    loanNo,
    kind: 'strandedMoney',
    reason:
      rest === 0n ? undefined : `${amount} of the borrower is here without a refund planned or a reason`,
    facts: { amount },
  })
}

interface Finding {
  readonly portfolioId: number
  readonly loanNo: string
  readonly kind: Kind
  /** Undefined: nothing is stranded. */
  readonly reason: string | undefined
  readonly facts: Readonly<Record<string, unknown>>
}

async function follow(
  deps: NeededDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo, kind, reason, facts }: Finding,
): Promise<void> {
  const which = { portfolioId, kind, subject: `loan/${loanNo}` }
  if (reason !== undefined)
    await openWorkItem(deps, unit, { ...which, loanNo, reason, facts, actor: SYSTEM_ACTOR })
  else await closeWorkItems(unit, which, { by: SYSTEM_ACTOR, reason: 'it is not stranded any more' })
}
