import { HOUR_MS } from '@dolphin/domain/time/durations'
import { effort } from '@dolphin/testkit/effort'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { attacksOf, ATTACKS_OF_LIFE, CELLS } from './attack-plan.ts'
import { breachWords, liveAsAttacker, setWorld } from './attacker-life.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ROUND = Math.ceil(CELLS.length / ATTACKS_OF_LIFE)
/** ATTACKER_SEED lives the lives of another seed. */
const seed = Number(process.env['ATTACKER_SEED'] ?? 34)
const lives = effort({ usual: 3, full: ROUND })

test('a thief of sessions, links and keys is shown nothing of a victim and changes nothing (design/security.md T5, T6)', {
  timeout: HOUR_MS,
}, async ({ annotate }) => {
  const world = await setWorld(api)
  const cells = new Set<string>()
  const breaches: string[] = []
  for (let life = 0; life < lives; life += 1) {
    const lived = await liveAsAttacker(world, attacksOf(seed, life))
    for (const cell of lived.cells) cells.add(cell)
    breaches.push(...lived.breaches.map((breach) => breachWords(breach, life)))
  }
  await annotate(`${cells.size} of ${CELLS.length} cells in ${lives} lives`)
  expect(breaches).toEqual([])
  expect(cells.size).toBe(Math.min(lives * ATTACKS_OF_LIFE, CELLS.length))
})
