import { expect, test } from 'vitest'
import { addDays, localDate } from '../calendar/local-date.ts'
import { cents, ZERO_CENTS } from '../money/cents.ts'
import { percentText } from '../money/percent.ts'
import { compareRational, rational } from '../money/rational.ts'
import { collectedApr, type CollectedLoan, isMilitaryCapKept, isSignedAprKept } from './collected-apr.ts'

/** 475.00 received of 500.00 lent, ten payments of 68.12 every second Friday from 13 March. */
const loanOn = (day: number, amounts: readonly bigint[] = Array<bigint>(10).fill(6_812n)): CollectedLoan => ({
  received: cents(47_500n),
  effectiveDate: localDate(2026, 3, day),
  payments: amounts.map((amount, index) => ({
    amount: cents(amount),
    date: addDays(localDate(2026, 3, 13), 14 * index),
  })),
})

test('the same payments for fewer days are a higher APR', () => {
  expect(compareRational(collectedApr(loanOn(5)), collectedApr(loanOn(4)))).toBeGreaterThan(0)
})

test('an eighth of a point above the signed APR is kept, more is not (12 CFR 1026.22(a)(2))', () => {
  const { numerator, denominator } = collectedApr(loanOn(4))
  const less = (points: bigint, of: bigint) =>
    rational(numerator * of * 100n - points * denominator, denominator * of * 100n)
  expect(isSignedAprKept(less(1n, 8n), loanOn(4))).toBe(true)
  expect(isSignedAprKept(less(126n, 1_000n), loanOn(4))).toBe(false)
  expect(percentText(less(0n, 1n))).toBe(percentText(collectedApr(loanOn(4))))
})

test('a quarter of a point where payments in the middle differ (12 CFR 1026.22(a)(3))', () => {
  const uneven = loanOn(4, [6_812n, 6_812n, 6_000n, ...Array<bigint>(7).fill(6_812n)])
  const { numerator, denominator } = collectedApr(uneven)
  const less = (points: bigint) =>
    rational(numerator * 100_000n - points * denominator, denominator * 100_000n)
  expect(isSignedAprKept(less(250n), uneven)).toBe(true)
  expect(isSignedAprKept(less(251n), uneven)).toBe(false)
})

test('money that comes later may not pass the military rate; charges outside count (32 CFR 232.4)', () => {
  const low = (day: number) => loanOn(day, Array<bigint>(10).fill(5_085n))
  expect(isMilitaryCapKept(low(4), ZERO_CENTS)).toBe(true)
  expect(isMilitaryCapKept(low(11), ZERO_CENTS)).toBe(false)
  expect(isMilitaryCapKept(low(4), cents(500n))).toBe(false)
})
