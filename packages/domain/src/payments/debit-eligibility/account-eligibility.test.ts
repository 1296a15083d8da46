import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../../calendar/local-date.ts'
import { TransactionStatus } from '../codes.ts'
import {
  type AccountAttempt,
  accountEligibility,
  type AttemptOutcome,
  attemptOutcome,
} from './account-eligibility.ts'
import { RETURN_CODES } from './return-codes.ts'

const first = localDate(2026, 6, 1)
const instant = (day: number, hour = 16): Date => new Date(Date.UTC(2026, 5, 1 + day, hour))

/** An attempt sent on a day, known two days later. */
const attempt = (day: number, outcome: AttemptOutcome, knownAfter = 2): AccountAttempt => ({
  transactionNo: `${day}`,
  sentAt: instant(day),
  effectiveDate: addDays(first, day + 1),
  outcome,
  knownAt: outcome === 'open' ? null : instant(day + knownAfter, 9),
})

const F = 'insufficientFunds'
const C = 'cleared'
const O = 'otherReturn'
const rows: readonly (readonly [readonly AttemptOutcome[], number, boolean])[] = [
  [[], 0, false],
  [[F], 1, false],
  [[F, F], 2, true],
  [[F, C, F], 1, false],
  [[F, C, F, F], 2, true],
  [[F, O, F], 2, true],
  [[F, 'open', F], 2, true],
  [[F, 'open'], 1, false],
  [[F, F, C], 2, true],
  [[C, O, C], 0, false],
]

describe('two failures in a row (12 CFR 1041.8(b); domain.md §9)', () => {
  test.each(rows)('%j: %d in a row, barred %s', (outcomes, failures, debitsSuspended) => {
    const eligibility = accountEligibility(
      outcomes.map((outcome, index) => attempt(index * 7, outcome)),
      [],
    )
    expect(eligibility.consecutiveFailures).toBe(failures)
    expect(eligibility.debitsSuspendedSince !== null).toBe(debitsSuspended)
  })

  test('the bar holds from when the second became known, whichever came back first', () => {
    const late = attempt(0, F, 30)
    expect(accountEligibility([late, attempt(7, F)], []).debitsSuspendedSince).toEqual(late.knownAt)
    expect(accountEligibility([attempt(0, F), attempt(7, F)], []).debitsSuspendedSince).toEqual(instant(9, 9))
  })

  test('two of one day count in a row (comment 8(b)(2)(ii)-2)', () => {
    expect(
      accountEligibility([attempt(0, F), { ...attempt(0, F), transactionNo: 'other loan' }], []),
    ).toEqual({
      consecutiveFailures: 2,
      debitsSuspendedSince: instant(2, 9),
    })
  })

  test('an authorization signed anew begins the count anew; the bar stays known for older authorizations', () => {
    const two = [attempt(0, F), attempt(7, F)]
    expect(accountEligibility(two, [instant(10)])).toEqual({
      consecutiveFailures: 0,
      debitsSuspendedSince: instant(9, 9),
    })
    const third = [...two, attempt(14, F)]
    expect(accountEligibility(third, [instant(10)]).consecutiveFailures).toBe(1)
    const fourth = [...third, attempt(21, F)]
    expect(accountEligibility(fourth, [instant(10)])).toEqual({
      consecutiveFailures: 2,
      debitsSuspendedSince: instant(23, 9),
    })
  })

  test('an authorization signed before the second failure was known does not lift the bar', () => {
    expect(accountEligibility([attempt(0, F), attempt(7, F)], [instant(8)]).consecutiveFailures).toBe(2)
  })

  test('an authorization signed after one failure begins the count anew', () => {
    expect(accountEligibility([attempt(0, F), attempt(7, F)], [instant(5)])).toEqual({
      consecutiveFailures: 1,
      debitsSuspendedSince: null,
    })
  })

  test('the order in which attempts are listed does not matter', () => {
    const outcomes = fc.array(fc.constantFrom<AttemptOutcome>(F, C, O, 'open'), { maxLength: 12 })
    fc.assert(
      fc.property(outcomes, fc.infiniteStream(fc.nat()), (list, keys) => {
        const attempts = list.map((outcome, index) => attempt(index * 7, outcome))
        const shuffled = attempts
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ one }) => one)
        expect(accountEligibility(shuffled, [])).toEqual(accountEligibility(attempts, []))
      }),
      { seed: 1041, numRuns: 300 },
    )
  })

  test('of two sent at one instant the one that failed counts first, however they are listed', () => {
    const before = attempt(0, F)
    const [failed, cleared] = [attempt(14, F), { ...attempt(14, C, 5), transactionNo: 'other' }]
    const debitsSuspended = { consecutiveFailures: 2, debitsSuspendedSince: instant(16, 9) }
    expect(accountEligibility([before, failed, cleared], [])).toEqual(debitsSuspended)
    expect(accountEligibility([before, cleared, failed], [])).toEqual(debitsSuspended)
    // What was barred by the failure stays so when the other, open until then, is known to have cleared.
    expect(accountEligibility([before, { ...cleared, outcome: 'open', knownAt: null }, failed], [])).toEqual(
      debitsSuspended,
    )
  })

  test('nor does it where several were sent at one instant', () => {
    const some = fc.record({
      day: fc.nat(3),
      outcome: fc.constantFrom<AttemptOutcome>(F, C, O, 'open'),
      knownAfter: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.array(fc.nat(8), { maxLength: 2 }), (list, days) => {
        const attempts = list.map(({ day, outcome, knownAfter }) => attempt(day * 2, outcome, knownAfter))
        const renewals = days.map((day) => instant(day))
        expect(accountEligibility(attempts.toReversed(), renewals)).toEqual(
          accountEligibility(attempts, renewals),
        )
      }),
      { seed: 1041, numRuns: 1_000 },
    )
  })

  test('barred exactly when two failures stand with nothing cleared between them', () => {
    const outcomes = fc.array(fc.constantFrom<AttemptOutcome>(F, C, O, 'open'), { maxLength: 12 })
    fc.assert(
      fc.property(outcomes, (list) => {
        const { debitsSuspendedSince } = accountEligibility(
          list.map((outcome, index) => attempt(index * 7, outcome)),
          [],
        )
        const runs = list.filter((outcome) => outcome === F || outcome === C).join(' ')
        expect(debitsSuspendedSince !== null).toBe(runs.includes(`${F} ${F}`))
      }),
      { seed: 1041, numRuns: 500 },
    )
  })
})

test('how an attempt counts: settled is open until its window is over, only R01 and R09 are failures', () => {
  const { checked, notChecked, onBatch, rejected } = TransactionStatus
  expect([checked, notChecked, onBatch].map((status) => attemptOutcome(status, null))).toEqual([
    'cleared',
    'open',
    'open',
  ])
  expect(attemptOutcome(rejected, null)).toBe('otherReturn')
  expect(RETURN_CODES.filter((code) => attemptOutcome(rejected, code) === F)).toEqual(['R01', 'R09'])
})
