import { describe, expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { annuityPayment } from './periodic.ts'
import { actuarialUnearned, presentValue } from './precomputed.ts'

describe('precomputed: the actuarial rebate (sched-pub-6, comparison)', () => {
  const contract = { payment: cents(7_500n), unitRate: rational(3n, 100n) }

  test('amount financed is the present value of all payments', () => {
    expect(presentValue({ ...contract, count: 12 })).toBe(74_655n)
  })

  test('after five of twelve, 57.73 is unearned and 467.27 pays it off', () => {
    const remaining = { ...contract, count: 7 }
    expect(actuarialUnearned(remaining)).toBe(5_773n)
    expect(presentValue(remaining)).toBe(46_727n)
  })

  test('without interest nothing is unearned', () => {
    expect(actuarialUnearned({ payment: cents(7_500n), unitRate: rational(0n, 1n), count: 7 })).toBe(0n)
  })
})

test('the annuity formula: 18,800 at 9 %, 48 months, is 467.84 (Federal Reserve leasing guide)', () => {
  expect(annuityPayment(cents(1_880_000n), rational(9n, 1200n), 48)).toBe(46_784n)
  expect(annuityPayment(cents(100n), rational(0n, 1n), 3)).toBe(33n)
})
