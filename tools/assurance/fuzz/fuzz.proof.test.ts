import { effort } from '@dolphin/testkit/effort'
import { expect, test } from 'vitest'
import { casesOf } from './call-tally.ts'
import { fuzzCalls } from './fuzz-calls.ts'
import { findingText, fuzzTable, tooFewValid } from './fuzz-table.ts'

/** Of each call and of the channel; 5,000 in all in `npm run test:full`. Source: design/security.md "Figures". */
const CASES = effort({ usual: 3, full: 38 })
const LEAST_REQUESTS = effort({ usual: 400, full: 5_000 })
const SEED = 2

test('no made-up request makes the server fail, hang or tell of its insides, and the money is whole (issue "Proof" 5)', async ({
  annotate,
}) => {
  const outcome = await fuzzCalls({ seed: SEED, cases: CASES })
  expect(outcome.findings.map((finding) => findingText(outcome, finding))).toEqual([])
  expect(tooFewValid(outcome).map(({ name }) => name)).toEqual([])
  const requests = outcome.tallies.reduce((sum, tally) => sum + casesOf(tally), 0)
  expect(requests).toBeGreaterThanOrEqual(LEAST_REQUESTS)
  await annotate(fuzzTable(outcome).find((line) => line.includes('requests to')) ?? '')
}, 600_000)
