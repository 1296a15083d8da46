import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { ONE } from './fixed-point.ts'
import type { PositionedAmount } from './positioned-amount.ts'
import { rateByHalving } from './rate-by-halving.ts'
import { rateByNewton } from './rate-by-newton.ts'
import { unitPeriodRate } from './unit-period-rate.ts'

const at = (amount: number, full: number, over = 0, under = 1): PositionedAmount => ({
  amount: cents(BigInt(amount)),
  full,
  fraction: rational(BigInt(over), BigInt(under)),
})
/** Thirty-five digits. */
const tolerance = (rate: bigint): bigint => (rate + ONE) / 10n ** 35n

function expectRate(found: bigint | undefined, expected: bigint): void {
  if (found === undefined) throw new Error('this way found no rate')
  const difference = found - expected
  expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(tolerance(expected))
}

/** Credit whose rate can be worked out on paper. */
const WORKED_OUT: readonly [string, PositionedAmount[], PositionedAmount[], bigint][] = [
  ['a quarter more after one period', [at(1000, 0)], [at(1250, 1)], ONE / 4n],
  ['two periods at a fifth', [at(1000, 0)], [at(1440, 2)], ONE / 5n],
  ['half a period at a fifth', [at(1000, 0)], [at(1100, 0, 1, 2)], ONE / 5n],
  ['one and a half at a fifth', [at(1000, 0)], [at(1320, 1, 1, 2)], ONE / 5n],
  ['two payments at a tenth', [at(200, 0)], [at(110, 1), at(121, 2)], ONE / 10n],
  ['the later one named first', [at(200, 0)], [at(121, 2), at(110, 1)], ONE / 10n],
  ['fractions that differ', [at(200, 0)], [at(105, 0, 1, 2), at(110, 1)], ONE / 10n],
  ['the same fraction twice', [at(2000, 0)], [at(1100, 0, 1, 2), at(1320, 1, 1, 2)], ONE / 5n],
  ['nothing for the use of it', [at(1000, 0)], [at(500, 1), at(500, 2)], 0n],
  ['a thousand times as much', [at(1, 0)], [at(1000, 1)], 999n * ONE],
]
describe('the rate of one unit-period (Appendix J (b)(8))', () => {
  test.each(WORKED_OUT)('%s, both ways', (_, advances, payments, expected) => {
    expectRate(rateByNewton(advances, payments), expected)
    expectRate(rateByHalving(advances, payments), expected)
    expectRate(unitPeriodRate(advances, payments), expected)
  })

  test('the fast way settles, to thirty decimals, for whatever is lent short of a whole year of weeks', () => {
    const anyCredit = fc.record({
      payments: fc.array(fc.integer({ min: 100, max: 90_000 }), { minLength: 1, maxLength: 52 }),
      over: fc.integer({ min: 0, max: 13 }),
      first: fc.integer({ min: 1, max: 3 }),
      share: fc.integer({ min: 300, max: 999 }),
    })
    fc.assert(
      fc.property(anyCredit, ({ payments: amounts, over, first, share }) => {
        const payments = amounts.map((amount, index) => at(amount, first + index, over, 14))
        const lent = amounts.reduce((sum, amount) => sum + amount, 0)
        const advances = [at(Math.ceil((lent * share) / 1_000), 0)]
        const safe = rateByHalving(advances, payments)
        const fast = rateByNewton(advances, payments) ?? -1n
        const difference = fast - safe
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual((safe + ONE) / 10n ** 30n)
      }),
      { seed: 1026, numRuns: 200 },
    )
  })

  test.each([
    ['no advance', [], [at(100, 1)]],
    ['two advances', [at(100, 0), at(100, 1)], [at(231, 2)]],
    ['an advance later than the start', [at(100, 1)], [at(110, 2)]],
    ['an advance between two periods', [at(100, 0, 1, 2)], [at(110, 1, 1, 2)]],
    ['payments that come to less', [at(100, 0)], [at(99, 1)]],
    ['a payment on the day itself', [at(100, 0)], [at(100, 0)]],
  ])('the fast way leaves %s to the safe one', (_, advances, payments) => {
    expect(rateByNewton(advances, payments)).toBeUndefined()
    if (advances.length > 0)
      expect(unitPeriodRate(advances, payments)).toBe(rateByHalving(advances, payments))
  })

  test('several advances, and those that start late, are found the safe way', () => {
    expectRate(rateByHalving([at(100, 0), at(100, 1)], [at(231, 2)]), ONE / 10n)
    expectRate(rateByHalving([at(100, 1)], [at(110, 2)]), ONE / 10n)
    expect(rateByHalving([at(100, 0)], [at(99, 1)])).toBe(0n)
    expect(rateByHalving([at(100, 0)], [at(100, 0)])).toBe(0n)
  })
})
