import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOf } from '../loan-model/laws.ts'
import { batchDoesAsShown } from '../loan-model/laws/schedule-laws.ts'
import { MUTATIONS } from '../loan-model/mutations.ts'
import { RULES } from '../loan-model/rules.ts'
import type { LifePlan } from './life-plan.ts'
import type { Witness } from './life.ts'
import { live } from './live.ts'

let api: TestApi
/** What the laws looked at in sound lives. */
const witness: Witness = { facts: [], batches: [] }

/** Of the lives made for planted defects, those that meet returns, retries, fees, receipts, overpayments and a payoff. */
const LIVES = [
  'feeForEachTry',
  'smallerDebitRefused',
  'refundNeverSent',
  'checkedPayoffStaysOpen',
  'payNowKeepsRetry',
]

/** A payment of a Monday that the borrower is to send and does not. */
const NOT_SENT: LifePlan = {
  begins: 'funded',
  acts: [
    { act: 'availability', code: 1, about: 0 },
    { act: 'stop', about: 0 },
    { act: 'days', count: 9, missesBatch: false, missesNotice: false, about: 0 },
  ],
}

beforeAll(async () => {
  api = await startTestApi()
  const defects = JSON.parse(
    readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
  ) as readonly { readonly name: string; readonly life: LifePlan }[]
  for (const { life } of defects.filter(({ name }) => LIVES.includes(name))) await live(api, life, witness)
  await live(api, NOT_SENT, witness)
}, 180_000)
afterAll(() => api.close())

const broken = (rules: typeof RULES): number =>
  witness.facts.flatMap((facts) => findingsOf(facts, rules)).length +
  witness.batches.flatMap((batch) => batchDoesAsShown(batch, rules)).length

test('the sound lives break no law of the model as it is', () => {
  expect(witness.facts.length).toBeGreaterThan(50)
  expect(broken(RULES)).toBe(0)
})

test.each(MUTATIONS)('a model with $name finds the sound product wrong', ({ rules }) => {
  expect(broken(rules)).toBeGreaterThan(0)
})
