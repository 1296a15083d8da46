import { HOUR_MS } from '@dolphin/domain/time/durations'
import { ASKED_CELLS } from '@dolphin/domain/servicing/changes/testing/modification-cells'
import { effort } from '@dolphin/testkit/effort'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { cellTables, cellWords, isCell } from './cells.ts'
import { amountLived, brokenLifeWords, liveMany } from './many-lives.ts'

const { asked } = vi.hoisted(() => ({ asked: new Set<string>() }))
vi.mock(import('@dolphin/domain/servicing/changes/modification-life'), async (importOriginal) => {
  const table = await importOriginal()
  return {
    ...table,
    modificationEffect(kind, mode, event) {
      asked.add(`${kind} ${mode} ${event}`)
      return table.modificationEffect(kind, mode, event)
    },
  }
})

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** RANDOM_LIFE_SEED and RANDOM_LIFE_RUNS live the lives of a seed again, or more of them. */
const seed = Number(process.env['RANDOM_LIFE_SEED'] ?? 29)
const runs = Number(process.env['RANDOM_LIFE_RUNS'] ?? effort({ usual: 20, full: 200 }))

test('whatever comes after whatever, no loan is stranded and the books agree (domain.md §14)', {
  timeout: HOUR_MS,
}, async ({ annotate }) => {
  asked.clear()
  const lived = await liveMany(api, { seed, runs, shrinks: true, limitMs: 3_000_000 })
  const words = [...lived.met]
    .filter(([what]) => !isCell(what))
    .map(([what, count]) => `${what} ${count}`)
    .toSorted()
  await annotate(`${amountLived(lived)}: ${words.join('; ')}`)
  for (const table of cellTables(lived.met, asked)) await annotate(cellWords(table))
  const strange = [...asked].filter((cell) => !ASKED_CELLS.includes(cell))
  expect(strange, 'every cell that is asked for is known to be').toEqual([])
  expect(brokenLifeWords(lived)).toBeUndefined()
  expect(lived.met.get('payOff answered')).toBeGreaterThan(0)
})

test('up to three changes with returns between are kept as they were shown (domain.md §10, §14)', {
  timeout: HOUR_MS,
}, async ({ annotate }) => {
  const changed = Number(process.env['RANDOM_LIFE_RUNS'] ?? effort({ usual: 8, full: 100 }))
  const lived = await liveMany(api, {
    seed,
    runs: changed,
    kind: 'changes',
    shrinks: true,
    limitMs: 3_000_000,
  })
  await annotate(amountLived(lived))
  expect(brokenLifeWords(lived)).toBeUndefined()
})
