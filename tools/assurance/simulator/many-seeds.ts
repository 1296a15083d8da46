import { MINUTE_MS } from '@dolphin/domain/time/durations'
import type { TestDatabasePlace } from '@dolphin/testkit/test-database'
import { keepDatabase } from './database-fixture.ts'
import { say } from '../test-program.ts'
import { prepareSimulation, type SimulationOutcome, type SimulationPlan } from './simulation.ts'
import { brokenLines, sameDaysAgain } from './simulation-table.ts'

/** Which seeds are lived with, and for how long. */
export interface SeedWishes {
  readonly seeds: number
  /** No other seed is begun after so many. */
  readonly minutes: number | undefined
  /** What the command that lives a seed again says beside its plan. */
  readonly extra: string
}

const SAY_EVERY = 10

/**
 * Lives the days of a plan with one seed after the other, each on an empty database and with the next borrowers of the
 * row of lives, so that many short runs meet all of them. The database is the same for all where no process is killed. Ends with the first that is broken; answers the exit code.
 */
export async function liveSeeds(plan: SimulationPlan, wishes: SeedWishes): Promise<number> {
  const kept = plan.faults ? undefined : await keepDatabase()
  try {
    return await liveInTurn(plan, wishes, kept?.home)
  } finally {
    await kept?.close()
  }
}

async function liveInTurn(
  plan: SimulationPlan,
  { seeds, minutes, extra }: SeedWishes,
  home: TestDatabasePlace | undefined,
): Promise<number> {
  const begunAt = performance.now()
  const isTimeLeft = () => minutes === undefined || performance.now() - begunAt < minutes * MINUTE_MS
  let [lived, loanDays] = [0, 0]
  for (; lived < seeds && isTimeLeft(); lived += 1) {
    const seed = plan.seed + lived
    const outcome = await liveSeed({ ...plan, seed, firstLife: seed * plan.loans }, home)
    loanDays += outcome.loanDays
    if (outcome.broken !== undefined) {
      for (const line of brokenLines(outcome)) say(line)
      say(`Again: ${sameDaysAgain(outcome, extra)}`)
      return 1
    }
    if ((lived + 1) % SAY_EVERY === 0) say(`  ${lived + 1} of ${seeds} seeds, ${loanDays} loan-days`)
  }
  say(`${lived} seeds and ${loanDays} loan-days lived, all whole`)
  return 0
}

async function liveSeed(
  plan: SimulationPlan,
  home: TestDatabasePlace | undefined,
): Promise<SimulationOutcome> {
  const simulation = await prepareSimulation(plan, { home })
  try {
    return await simulation.run()
  } finally {
    await simulation.close()
  }
}
