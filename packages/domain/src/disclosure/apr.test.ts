import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import {
  addDays,
  addMonths,
  type LocalDate,
  lastDayOfMonth,
  localDate,
  parseLocalDate,
} from '../calendar/local-date.ts'
import { type Cents, cents, parseMoney } from '../money/cents.ts'
import { percentText } from '../money/percent.ts'
import { parseDecimal, type Rational, rational } from '../money/rational.ts'
import { annualPercentageRate, annualPercentageRateFromDates, type DatedAmount } from './apr.ts'
import type { PositionedAmount } from './positioned-amount.ts'
import published from './vectors/regz-examples-public.json' with { type: 'json' }

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the vector file misses a value')
  return value
}
const date = (text: string | undefined): LocalDate => must(parseLocalDate(must(text)))
const money = (text: string): Cents => must(parseMoney(text))

function fraction(text: string): Rational {
  const [over = '', under = '1'] = text.split('/')
  const [left, right] = [must(parseDecimal(over)), must(parseDecimal(under))]
  return rational(left.numerator * right.denominator, left.denominator * right.numerator)
}

interface Group {
  amount: string
  count: number
  t: number
  f: string
  first_date?: string
  step?: (string | number | number[])[]
}
interface Example {
  id: string
  description: string
  advances: { amount: string; t: number; f: string; date?: string }[]
  payments: Group[]
  unit_periods_per_year: string
  published_apr: string
  published_decimals: number
  solver_apr: string
}
const examples: readonly Example[] = published.examples

const positions = (
  groups: readonly { amount: string; count?: number; t: number; f: string; tstep?: number }[],
) =>
  groups.flatMap(({ amount, count = 1, t, f, tstep = 1 }) =>
    Array.from(
      { length: count },
      (_, index): PositionedAmount => ({
        amount: money(amount),
        full: t + index * tstep,
        fraction: fraction(f),
      }),
    ),
  )

function nthDate(group: Group, index: number): LocalDate {
  const first = date(group.first_date)
  const [kind, step] = must(group.step) as [string, number | number[]]
  if (Array.isArray(step)) {
    const [early = 1, late = 1] = step
    const day = index % 2 === 0 ? 0 : 1
    const month = addMonths(first, (index - day) / 2)
    return day === 0 ? month : addDays(month, late - early)
  }
  if (kind === 'day') return addDays(first, index * step)
  const month = addMonths(first, index * step)
  return kind === 'month_end' ? lastDayOfMonth(month) : month
}

const dated = (groups: readonly Group[]): DatedAmount[] =>
  groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, index) => ({
      amount: money(group.amount),
      date: nthDate(group, index),
    })),
  )

const figure = (apr: Rational, example: Example): string => percentText(apr, example.published_decimals)

describe('Appendix J and other published examples, to the published precision', () => {
  test('all thirty are here', () => {
    expect(examples).toHaveLength(30)
  })

  test.each(examples)('$id from its positions: $description', (example) => {
    const apr = annualPercentageRate(
      positions(example.advances),
      positions(example.payments),
      fraction(example.unit_periods_per_year),
    )
    expect(figure(apr, example)).toBe(example.published_apr)
    expect(percentText(apr, 6)).toBe(example.solver_apr)
  })

  const withDates = examples.filter(
    (example) =>
      example.advances.every((advance) => 'date' in advance) &&
      example.payments.every((one) => one.first_date),
  )

  test('most have dates', () => {
    expect(withDates.length).toBeGreaterThanOrEqual(20)
  })

  test.each(withDates)('$id from its dates: $description', (example) => {
    const advances = example.advances.map(({ amount, date: day }) => ({
      amount: money(amount),
      date: date(day),
    }))
    const apr = annualPercentageRateFromDates(advances, dated(example.payments))
    expect(figure(apr, example)).toBe(example.published_apr)
    expect(percentText(apr, 6)).toBe(example.solver_apr)
  })
})

describe('the annual percentage rate', () => {
  const at = (amount: bigint, full: number): PositionedAmount => ({
    amount: cents(amount),
    full,
    fraction: rational(0n, 1n),
  })

  test('without finance charge it is zero', () => {
    expect(
      percentText(annualPercentageRate([at(1000n, 0)], [at(500n, 1), at(500n, 2)], rational(12n, 1n))),
    ).toBe('0.00')
  })

  test('payments that come to less than was advanced are a bug', () => {
    expect(() => annualPercentageRate([at(1000n, 0)], [at(999n, 1)], rational(12n, 1n))).toThrow(
      new AssertionFailure('payments come to at least what was advanced'),
    )
  })

  test.each([
    ['no advance', [], [at(1n, 1)]],
    ['no payment', [at(1n, 0)], []],
    ['neither', [], []],
  ])('credit with %s is a bug', (_, advances, payments) => {
    expect(() => annualPercentageRate(advances, payments, rational(12n, 1n))).toThrow(
      new AssertionFailure('credit has an advance and a payment'),
    )
  })

  test('the term starts on the earliest date, whichever advance is named first', () => {
    const early = { amount: cents(50_000n), date: localDate(2026, 6, 1) }
    const late = { amount: cents(50_000n), date: localDate(2026, 6, 15) }
    const payments = [29, 43, 57].map((days) => ({
      amount: cents(40_000n),
      date: addDays(early.date, days - 1),
    }))
    const [inOrder, turned] = [
      annualPercentageRateFromDates([early, late], payments),
      annualPercentageRateFromDates([late, early], payments),
    ]
    expect(turned).toEqual(inOrder)
  })

  test('the fast way for one advance and the safe way for several agree', () => {
    const anyPayment = fc.record({
      amount: fc.bigInt({ min: 1n, max: 90_000n }),
      gap: fc.integer({ min: 0, max: 3 }),
      over: fc.bigInt({ min: 0n, max: 13n }),
    })
    const anyCredit = fc.record({
      some: fc.array(anyPayment, { minLength: 1, maxLength: 30 }),
      share: fc.bigInt({ min: 5n, max: 1_000n }),
      sameFraction: fc.boolean(),
    })
    fc.assert(
      fc.property(anyCredit, ({ some, share, sameFraction }) => {
        const first = must(some[0])
        let full = first.gap === 0 ? 1 : 0
        const payments = some.map(({ amount, gap, over }) => {
          full += gap
          const fractionOf = rational(sameFraction ? first.over : over, 14n)
          return { amount: cents(amount), full, fraction: fractionOf }
        })
        const total = some.reduce((left, { amount }) => left + amount, 0n)
        const advanced = (total * share) / 1_000n + 1n
        fc.pre(advanced >= 2n && advanced <= total)
        const fast = annualPercentageRate([at(advanced, 0)], payments, rational(26n, 1n))
        const safe = annualPercentageRate([at(1n, 0), at(advanced - 1n, 0)], payments, rational(26n, 1n))
        const difference = fast.numerator - safe.numerator
        expect(fast.denominator).toBe(safe.denominator)
        const tolerance = (safe.numerator + safe.denominator) / 10n ** 30n
        expect((difference < 0n ? -difference : difference) <= tolerance).toBe(true)
      }),
      { seed: 1026, numRuns: 300 },
    )
  })

  test('a dearer payment never lowers it', () => {
    const anyLoan = fc.record({
      count: fc.integer({ min: 1, max: 52 }),
      payment: fc.bigInt({ min: 2_000n, max: 30_000n }),
      more: fc.bigInt({ min: 1n, max: 5_000n }),
      days: fc.integer({ min: 1, max: 31 }),
    })
    fc.assert(
      fc.property(anyLoan, ({ count, payment, more, days }) => {
        const start = localDate(2026, 6, 23)
        const aprOf = (amount: bigint) =>
          annualPercentageRateFromDates(
            [{ amount: cents(1_900n * BigInt(count)), date: start }],
            Array.from({ length: count }, (_, index) => ({
              amount: cents(amount),
              date: addDays(start, days + 14 * index),
            })),
          )
        const [less, dearer] = [aprOf(payment), aprOf(payment + more)]
        expect(less.denominator).toBe(dearer.denominator)
        expect(dearer.numerator > less.numerator).toBe(true)
      }),
      { seed: 1026, numRuns: 60 },
    )
  })
})
