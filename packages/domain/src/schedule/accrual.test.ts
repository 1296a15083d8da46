import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { dailyInterest } from './accrual.ts'

describe('actual/365, half-up at the event', () => {
  test.each([
    [80_000n, rational(260n, 100n), 17, 9_688n],
    [1_002_500n, rational(45n, 1000n), 40, 4_944n],
    [1_000_000n, rational(55n, 1000n), 37, 5_575n],
    [68_911n, rational(260n, 100n), 7, 3_436n],
    [68_911n, rational(260n, 100n), 0, 0n],
  ])('%s cents over %o and %i days', (principal, rate, days, interest) => {
    expect(dailyInterest(cents(principal), rate, days)).toBe(interest)
  })

  test('interest never runs backwards', () => {
    expect(() => dailyInterest(cents(1n), rational(1n, 1n), -1)).toThrow(
      new AssertionFailure('interest accrues forwards'),
    )
  })
})
