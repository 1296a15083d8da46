import { expect, test } from 'vitest'
import { casesOf } from './call-tally.ts'
import { fuzzCalls } from './fuzz-calls.ts'
import { findingText, fuzzTable, tooFewValid } from './fuzz-table.ts'

/**
 * Of each call, on each of the two databases with another seed: more than 5,000 in all. Source:
 * design/security.md "Figures".
 */
const CASES = 19
const SEED = process.env['TEST_DATABASE'] === 'postgresql' ? 2 : 1

test('no made-up request makes the server fail, hang or tell of its insides, and the money is whole (issue "Proof" 5)', async ({
  annotate,
}) => {
  const outcome = await fuzzCalls({ seed: SEED, cases: CASES })
  expect(outcome.findings.map((finding) => findingText(outcome, finding))).toEqual([])
  expect(tooFewValid(outcome).map(({ name }) => name)).toEqual([])
  const requests = outcome.tallies.reduce((sum, tally) => sum + casesOf(tally), 0)
  expect(requests).toBeGreaterThanOrEqual(2_500)
  await annotate(fuzzTable(outcome).find((line) => line.includes('requests to')) ?? '')
}, 600_000)
