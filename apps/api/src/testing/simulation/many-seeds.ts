import { closeTestThreads, type SharedParts, startTestThreads } from '../api-fixture.ts'
import { keepDatabase } from '../kept-database.ts'
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
 * row of lives, so that many short runs meet all of them. Threads are the same for all, and the database where no process
 * is killed. Ends with the first that is broken; answers the exit code.
 */
export async function liveSeeds(plan: SimulationPlan, wishes: SeedWishes): Promise<number> {
  const threads = await startTestThreads()
  const kept = plan.faults ? undefined : await keepDatabase()
  try {
    return await liveInTurn(plan, wishes, kept === undefined ? { threads } : { threads, home: kept.home })
  } finally {
    await kept?.close()
    await closeTestThreads(threads)
  }
}

async function liveInTurn(
  plan: SimulationPlan,
  { seeds, minutes, extra }: SeedWishes,
  shared: SharedParts,
): Promise<number> {
  const begunAt = performance.now()
  const isTimeLeft = () => minutes === undefined || performance.now() - begunAt < minutes * 60_000
  let [lived, loanDays] = [0, 0]
  for (; lived < seeds && isTimeLeft(); lived += 1) {
    const seed = plan.seed + lived
    const outcome = await liveSeed({ ...plan, seed, firstLife: seed * plan.loans }, shared)
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

async function liveSeed(plan: SimulationPlan, shared: SharedParts): Promise<SimulationOutcome> {
  const simulation = await prepareSimulation(plan, shared)
  try {
    return await simulation.run()
  } finally {
    await simulation.close()
  }
}
