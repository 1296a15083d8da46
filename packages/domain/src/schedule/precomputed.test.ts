import { describe, expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { addDays, localDate } from '../calendar/local-date.ts'
import { annuityPayment } from './periodic.ts'
import { precomputedInstallments, presentValue } from './precomputed.ts'

describe('precomputed: the actuarial rebate (sched-pub-6, comparison)', () => {
  const contract = { payment: cents(7_500n), unitRate: rational(3n, 100n) }

  test('amount financed is the present value of all payments', () => {
    expect(presentValue({ ...contract, count: 12 })).toBe(74_655n)
  })

  test('after five of twelve, 57.73 is unearned and 467.27 pays it off', () => {
    const remaining = { ...contract, count: 7 }
    expect(presentValue(remaining)).toBe(46_727n)
    expect(7n * remaining.payment - presentValue(remaining)).toBe(5_773n)
  })

  test('without interest nothing is unearned', () => {
    expect(presentValue({ payment: cents(7_500n), unitRate: rational(0n, 1n), count: 7 })).toBe(52_500n)
  })
})

test('the annuity formula: 18,800 at 9 %, 48 months, is 467.84 (Federal Reserve leasing guide)', () => {
  expect(annuityPayment(cents(1_880_000n), rational(9n, 1200n), 48)).toBe(46_784n)
  expect(annuityPayment(cents(100n), rational(0n, 1n), 3)).toBe(33n)
})

describe('the installments of a precomputed loan', () => {
  const effectiveDate = localDate(2026, 3, 4)
  const datesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const dueDate = addDays(effectiveDate, 9 + 14 * index)
      return { nominalDate: dueDate, dueDate }
    })

  test('what is left after each is the present value of those still to come, and every payment the same', () => {
    const unitRate = rational(3n, 100n)
    const payment = cents(7_500n)
    const terms = { principal: cents(74_655n), unitRate, effectiveDate, dates: datesOf(12) }
    const rows = precomputedInstallments(terms, payment)
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(rows.map(({ days }) => days)).toEqual([9, ...Array.from({ length: 11 }, () => 14)])
    expect(new Set(rows.map((row) => row.payment))).toEqual(new Set([payment]))
    expect(rows.map(({ balanceAfter }) => balanceAfter)).toEqual(
      rows.map((_, index) => presentValue({ payment, unitRate, count: 11 - index })),
    )
    // Twelve times 75.00 less 746.55, and of it 22.40 in the first period: 3 % of 746.55.
    expect(rows.reduce((total, { interest }) => total + interest, 0n)).toBe(15_345n)
    expect(rows[0]).toMatchObject({ interest: 2_240n, principal: 5_260n, balanceAfter: 69_395n })
  })

  test('without interest the last one takes the cent that no charge can take', () => {
    const terms = { principal: cents(100n), unitRate: rational(0n, 1n), effectiveDate, dates: datesOf(3) }
    const rows = precomputedInstallments(terms, cents(33n))
    expect(rows.map((row) => [row.payment, row.interest, row.balanceAfter])).toEqual([
      [33n, 0n, 67n],
      [33n, 0n, 34n],
      [34n, 0n, 0n],
    ])
  })
})

test('numbers of payments that cannot be are a mistake of the caller', () => {
  const remaining = { payment: cents(7_500n), unitRate: rational(3n, 100n), count: -1 }
  expect(() => presentValue(remaining)).toThrow('payments left are counted from zero')
  expect(presentValue({ ...remaining, count: 0 })).toBe(0n)
  expect(() => annuityPayment(cents(100n), rational(0n, 1n), 0)).toThrow(
    'a loan has at least one installment',
  )
})
