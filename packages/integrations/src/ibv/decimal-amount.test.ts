import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOfDecimal } from './decimal-amount.ts'

test('the cents of every amount come back as they went out, never through a float', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -999_999_999_999_99n, max: 999_999_999_999_99n }), (amount) => {
      expect(centsOfDecimal(JSON.parse(moneyToWire(cents(amount))) as number)).toBe(amount)
    }),
    { seed: 1026, numRuns: 2_000 },
  )
})

test.each([
  [12.3, 1_230n],
  [-12, -1_200n],
  [0, 0n],
  [0.1 + 0.2, 30n],
  [1204.1000000000001, 120_410n],
  [0.29999999999999993, 30n],
  [-19.999999999999996, -2_000n],
])('%d is %d cents', (value, expected) => {
  expect(centsOfDecimal(value)).toBe(expected)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 12.345, 1e21, 1e-7, 0.999])(
  '%d is no amount of cents',
  (value) => {
    expect(centsOfDecimal(value)).toBeUndefined()
  },
)
