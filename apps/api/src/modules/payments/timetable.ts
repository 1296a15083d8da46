import { applyDueChanges } from '@dolphin/database/servicing/loan-change-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { isBatchRunning, nextSameDayCutOff } from '@dolphin/domain/calendar/cut-off'
import { ok } from '@dolphin/domain/outcome'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { expireChanges } from '../servicing/close-changes.ts'
import { reviewAmendments } from '../servicing/review-amendments.ts'
import { originateSameDay, originateWholeBatch } from './originate-batch.ts'
import { transmitFiles } from './transmit-files.ts'
import { moveMissedCredits } from './missed-cut-off.ts'
import { notifyPassedCutOff } from './passed-cut-off.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { endUncontested } from './returns/end-uncontested.ts'
import { settleAll } from './settle.ts'
import type { MoneyDeps } from '../../deps.ts'

const MONEY_ROUND_JOB = 'money-round'

const ROUND_SECONDS = 60

/** Settlement, missed cut-offs, the same-day file after its cut-off, the batch before its own, minute by minute. */
export const moneyRoundJob = (deps: MoneyDeps): JobDefinition => ({
  name: MONEY_ROUND_JOB,
  everySeconds: ROUND_SECONDS,
  run: () => runMoneyRound(deps),
})

/**
 * One round for every portfolio; each step is a transaction of its own and harmless to repeat. A portfolio that fails
 * stops no other; the first failure is thrown in the end.
 */
export async function runMoneyRound(deps: MoneyDeps): Promise<void> {
  const round = beginRound(deps, MONEY_ROUND_JOB)
  for (const data of deps.portfolios.all) {
    const { portfolioId } = data.portfolio
    await round.attempt({ portfolioId }, () => runPortfolioRound(deps, data))
  }
  await transmitFiles(deps)
  round.finish()
}

async function runPortfolioRound(deps: MoneyDeps, data: PortfolioData): Promise<void> {
  const { portfolioId } = data.portfolio
  const uncontested = await deps.units.write(async (unit) => ok(await endUncontested(deps, unit, data)))
  const settled = await settleAll(deps, portfolioId, SYSTEM_ACTOR)
  const missed = await deps.units.write(async (unit) => ok(await moveMissedCredits(deps, unit, data)))
  const notified = await deps.units.write(async (unit) => ok(await notifyPassedCutOff(deps, unit, data)))
  const applied = await deps.units.write(async (unit) =>
    ok(await applyDueChanges(unit.tx, portfolioId, unit.now)),
  )
  const expired = await expireChanges(deps, portfolioId)
  const amendments = await reviewAmendments(deps, portfolioId)
  const hours = hoursOf(data, deps.calendar)
  const now = deps.clock.now()
  // Until the cut-off borrowers are promised today, so the file waits for the last of them.
  const sameDay = nextSameDayCutOff(hours, now).isOpenToday
    ? undefined
    : await originateSameDay(deps, data, SYSTEM_ACTOR)
  const batch = isBatchRunning(hours, now)
    ? await originateWholeBatch(deps, portfolioId, SYSTEM_ACTOR)
    : undefined
  const runs = [sameDay, batch?.ok === true ? batch.value : undefined].filter((run) => run !== undefined)
  const done = {
    settled: settled.ok ? settled.value.settledCount : 0,
    uncontested: uncontested.ok ? uncontested.value : 0,
    missed: missed.ok ? missed.value : 0,
    notified: notified.ok ? notified.value : 0,
    applied: applied.ok ? applied.value : 0,
    expired,
    amendments,
    cut: runs.reduce((count, { files }) => count + files.length, 0),
    ineligible: runs.reduce((count, { ineligibleCount }) => count + ineligibleCount, 0),
    failed: runs.reduce(
      (count, { failed }) => count + failed.length,
      settled.ok ? settled.value.failed.length : 0,
    ),
  }
  if (Object.values(done).some((count) => count > 0)) deps.log.info({ portfolioId, ...done }, 'money moved')
}
