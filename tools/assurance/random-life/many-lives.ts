import fc from 'fast-check'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { type LifeKind, LIVES, type LifePlan } from './life-plan.ts'
import { ACTS, BrokenLife, live } from './live.ts'

interface ManyLives {
  readonly seed: number
  /** What the lives are of; anything where it is left out. */
  readonly kind?: LifeKind
  /** The life of the seed that is lived first, counted from 1; all from the first on where it is left out. */
  readonly first?: number
  readonly runs: number
  /** Whether a broken life is made as short as it can be. */
  readonly shrinks: boolean
  /** Told each broken life, after which the next begins; where it is left out, the first ends the run. */
  readonly onBroken?: (broken: BrokenLife) => void
  /** No other life begins after so long. */
  readonly limitMs: number
}

/** What many lives came to. */
interface LivesLived {
  /** What was met, and how often. */
  readonly met: ReadonlyMap<string, number>
  readonly details: fc.RunDetails<[LifePlan]>
}

/** Lives lives one after the other to the first that is broken. The same seed lives the same lives again. */
export async function liveMany(
  api: TestApi,
  { seed, kind = 'any', first = 1, runs, shrinks, limitMs, onBroken }: ManyLives,
): Promise<LivesLived> {
  const met = new Map<string, number>()
  let number = 0
  const property = fc.asyncProperty(LIVES[kind], async (plan) => {
    number += 1
    if (number < first) return
    try {
      for (const [what, count] of await live(api, plan)) met.set(what, (met.get(what) ?? 0) + count)
    } catch (error) {
      if (onBroken === undefined || !(error instanceof BrokenLife)) throw error
      onBroken(error)
    }
  })
  const details = await fc.check(property, {
    numRuns: first - 1 + runs,
    seed,
    endOnFailure: !shrinks,
    interruptAfterTimeLimit: limitMs,
    markInterruptAsFailure: false,
  })
  return { met, details }
}

/** How much was lived: acts, and calls that the server answered or refused. */
export function amountLived({ met }: Pick<LivesLived, 'met'>): string {
  const calls = [...met].filter(([what]) => / (answered|refused)$/.test(what))
  const asked = calls.reduce((total, [, times]) => total + times, 0)
  return `${met.get(ACTS) ?? 0} acts, ${asked} calls`
}

/** What is said of a broken life: what is broken, and the life that shows it. Undefined where none is broken. */
export function brokenLifeWords({ details }: LivesLived): string | undefined {
  const { failed, counterexample, errorInstance, numRuns } = details
  if (!failed) return undefined
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const lived = errorInstance instanceof BrokenLife ? errorInstance.lived : counterexample?.[0]
  return `BROKEN in life ${numRuns}: ${why}\n${again(lived)}`
}

/** How a life is lived again. */
export const again = (life: LifePlan | undefined): string =>
  `Again: npm run proof:life -- --life '${JSON.stringify(life)}'`
