import { effort } from '@dolphin/testkit/effort'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { anAct } from '../../testing/random-life/acts.ts'
import { live } from '../../testing/random-life/live.ts'

const RUNS = effort({ usual: 20, full: 200 })
const MOST_ACTS = 24

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** RANDOM_LIFE_SEED and RANDOM_LIFE_RUNS live the lives of a seed again, or more of them. */
const seed = Number(process.env['RANDOM_LIFE_SEED'] ?? 29)
const numRuns = Number(process.env['RANDOM_LIFE_RUNS'] ?? RUNS)

test('whatever comes after whatever, no loan is stranded and the books agree (domain.md §14)', {
  timeout: 3_600_000,
}, async ({ annotate }) => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 6, maxLength: MOST_ACTS, size: 'max' }), async (acts) => {
      const lived = await live(api, acts)
      for (const [what, count] of lived.met) met.set(what, (met.get(what) ?? 0) + count)
    }),
    { numRuns, seed, endOnFailure: false, interruptAfterTimeLimit: 3_000_000 },
  )
  await annotate(
    [...met]
      .map(([what, count]) => `${what} ${count}`)
      .toSorted()
      .join('; '),
  )
  expect(met.get('payOff answered')).toBeGreaterThan(0)
})
