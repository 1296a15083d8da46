import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { seededChance } from './chance.ts'
import { simulate } from './simulation.ts'
import { simulationTable } from './simulation-table.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('a loan lives 90 days: funded, one payment back, paid down, paid off, and the letter (domain.md §13)', async () => {
  const outcome = await simulate(api, { loans: 1, days: 90, seed: 1 })
  expect(outcome.broken).toBeUndefined()
  expect(outcome).toMatchObject({ daysLived: 90, letter: true })
  expect([...outcome.returned]).toEqual([['R01', 1]])
  expect([...outcome.asked]).toEqual([[1, 2]])
  const table = (await simulationTable(api.database.db, outcome)).join('\n')
  expect(table).toContain('terminated/paidOff')
  expect(table).toContain('Invariants checked on 90 days: all whole')
}, 240_000)

test('the same seed draws the same chances, another seed others', () => {
  const [one, again, other] = [seededChance(7), seededChance(7), seededChance(8)]
  const drawn = (chance: typeof one) => Array.from({ length: 20 }, (_, index) => chance('debit', index))
  expect(drawn(one)).toEqual(drawn(again))
  expect(drawn(one)).not.toEqual(drawn(other))
  expect(drawn(one).every((value) => value >= 0 && value < 1)).toBe(true)
})
