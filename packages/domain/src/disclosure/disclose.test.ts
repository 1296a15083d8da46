import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { addDays, localDate } from '../calendar/local-date.ts'
import { PaymentFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, cents, moneyToWire } from '../money/cents.ts'
import { percentText } from '../money/percent.ts'
import { rational } from '../money/rational.ts'
import { buildSchedule, ScheduleMethod } from '../schedule/build-schedule.ts'
import { annualPercentageRateFromDates } from './apr.ts'
import { amountFinanced } from './amount-financed.ts'
import { disclose } from './disclose.ts'
import { isWithinMilitaryLimit, militaryApr } from './mapr.ts'
import { canonicalTerms, type SignedTerms } from './terms-canonical.ts'

const effectiveDate = localDate(2026, 6, 23)

function loan(principal: Cents, prepaidFinanceCharge: Cents, ratePercent: bigint, count: number) {
  const first = localDate(2026, 7, 10)
  const schedule = buildSchedule({
    method: ScheduleMethod.simpleDaily,
    principal,
    annualRate: rational(ratePercent, 1000n),
    frequency: PaymentFrequency.biWeekly,
    effectiveDate,
    dates: Array.from({ length: count }, (_, index) => {
      const day = addDays(first, 14 * index)
      return { nominalDate: day, dueDate: day }
    }),
  })
  const terms = { principal, prepaidFinanceCharge, effectiveDate }
  return { terms, schedule, disclosure: disclose(terms, schedule) }
}

describe('the federal box', () => {
  test('sched-pub-2: 800 at 260 %, twelve bi-weekly payments', () => {
    const { disclosure } = loan(cents(80_000n), cents(0n), 2600n, 12)
    expect(disclosure.apr).toBe('258.32')
    expect(percentText(disclosure.aprRatio, 3)).toBe('258.320')
    expect(moneyToWire(disclosure.amountFinanced)).toBe('800.00')
    expect(moneyToWire(disclosure.financeCharge)).toBe('634.29')
    expect(moneyToWire(disclosure.totalOfPayments)).toBe('1434.29')
    expect(disclosure.paymentSchedule).toEqual([
      {
        count: 11,
        amount: 11_954n,
        firstDueDate: localDate(2026, 7, 10),
        lastDueDate: localDate(2026, 11, 27),
      },
      {
        count: 1,
        amount: 11_935n,
        firstDueDate: localDate(2026, 12, 11),
        lastDueDate: localDate(2026, 12, 11),
      },
    ])
  })

  test('sched-pub-1: 194.995, regular bi-weekly payments of a periodic loan', () => {
    const start = localDate(2026, 3, 6)
    const apr = annualPercentageRateFromDates(
      [{ amount: cents(50_000n), date: start }],
      Array.from({ length: 8 }, (_, index) => ({
        amount: cents(index < 7 ? 8_536n : 8_539n),
        date: addDays(start, 14 * (index + 1)),
      })),
    )
    expect(percentText(apr, 3)).toBe('194.995')
  })

  test('sched-pub-3: 141.800 by the regular dates, 15th and last day, not the shifted ones', () => {
    const regular = [
      [2027, 1, 31],
      [2027, 2, 15],
      [2027, 2, 28],
      [2027, 3, 15],
      [2027, 3, 31],
      [2027, 4, 15],
      [2027, 4, 30],
      [2027, 5, 15],
      [2027, 5, 31],
      [2027, 6, 15],
    ] as const
    const payments = regular.map(([year, month, day], index) => ({
      amount: cents(index < 9 ? 15_993n : 15_979n),
      date: localDate(year, month, day),
    }))
    const advance = { amount: cents(120_000n), date: localDate(2027, 1, 20) }
    expect(percentText(annualPercentageRateFromDates([advance], payments), 3)).toBe('141.800')
  })

  test('a prepaid charge lowers the amount financed and is finance charge', () => {
    const { disclosure, schedule } = loan(cents(100_000n), cents(5_000n), 1950n, 12)
    expect(disclosure.amountFinanced).toBe(95_000n)
    expect(disclosure.financeCharge).toBe(schedule.totalInterest + 5_000n)
    expect(disclosure.amountFinanced + disclosure.financeCharge).toBe(disclosure.totalOfPayments)
  })

  test('a charge as large as the loan is a bug', () => {
    const terms = { principal: cents(100n), prepaidFinanceCharge: cents(100n), effectiveDate }
    expect(() => amountFinanced(terms)).toThrow(
      new AssertionFailure('prepaid charges may not swallow the whole loan'),
    )
    expect(() => amountFinanced({ ...terms, prepaidFinanceCharge: cents(-1n) })).toThrow(
      new AssertionFailure('a charge is not negative'),
    )
    expect(amountFinanced({ ...terms, prepaidFinanceCharge: cents(99n) })).toBe(1n)
  })
})

describe('military annual percentage rate (32 CFR 232.4)', () => {
  test('the military product without fees stays within 36 %', () => {
    const { terms, schedule } = loan(cents(80_000n), cents(0n), 349n, 12)
    expect(isWithinMilitaryLimit(militaryApr(terms, schedule, cents(0n)))).toBe(true)
  })

  test('the same with a fee that only the military rate counts is over', () => {
    const { terms, schedule } = loan(cents(80_000n), cents(0n), 349n, 12)
    expect(isWithinMilitaryLimit(militaryApr(terms, schedule, cents(1_000n)))).toBe(false)
  })

  test('a charge below nothing, or as large as the loan, is a bug', () => {
    const { terms, schedule } = loan(cents(80_000n), cents(0n), 349n, 12)
    expect(() => militaryApr(terms, schedule, cents(-1n))).toThrow(
      new AssertionFailure('a charge is not negative'),
    )
    expect(() => militaryApr(terms, schedule, cents(80_000n))).toThrow(
      new AssertionFailure('charges may not swallow the whole loan'),
    )
  })

  test('exactly 36 % is within, anything above is not', () => {
    expect(isWithinMilitaryLimit(rational(36n, 100n))).toBe(true)
    expect(isWithinMilitaryLimit(rational(36_000_001n, 100_000_000n))).toBe(false)
  })
})

describe('canonical terms (domain §7)', () => {
  const termsOf = (count: number): SignedTerms => ({
    amount: cents(80_000n),
    ...loan(cents(80_000n), cents(0n), 2600n, count),
    couponCode: undefined,
    accountFingerprint: 'fingerprint-1',
    documentVersion: '1.0.0',
  })

  test('equal terms give equal text, which names its writing', () => {
    expect(canonicalTerms(termsOf(12))).toBe(canonicalTerms(termsOf(12)))
    expect(canonicalTerms(termsOf(12))).toMatch(/^\["dolphin-terms-1","800.00",/)
  })

  test.each<[string, (terms: SignedTerms, longer: SignedTerms) => Partial<SignedTerms>]>([
    ['amount', () => ({ amount: cents(80_001n) })],
    ['schedule', (_, { schedule }) => ({ schedule })],
    ['disclosure', (_, { disclosure }) => ({ disclosure })],
    ['apr', ({ disclosure }) => ({ disclosure: { ...disclosure, apr: '258.33' } })],
    ['amount financed', ({ disclosure }) => ({ disclosure: { ...disclosure, amountFinanced: cents(1n) } })],
    ['finance charge', ({ disclosure }) => ({ disclosure: { ...disclosure, financeCharge: cents(1n) } })],
    ['total', ({ disclosure }) => ({ disclosure: { ...disclosure, totalOfPayments: cents(1n) } })],
    ['coupon', () => ({ couponCode: 'SPRING' })],
    ['an empty coupon', () => ({ couponCode: '' })],
    ['account', () => ({ accountFingerprint: 'fingerprint-2' })],
    ['document version', () => ({ documentVersion: '1.0.1' })],
  ])('another %s gives another text', (_, change) => {
    const terms = termsOf(12)
    const changed = { ...terms, ...change(terms, termsOf(13)) }
    expect(canonicalTerms(changed)).not.toBe(canonicalTerms(terms))
  })

  test.each(['number', 'dueDate', 'payment', 'interest', 'principal', 'balanceAfter'] as const)(
    'another %s of one installment gives another text',
    (field) => {
      const terms = termsOf(12)
      const [first, ...others] = terms.schedule.installments
      const changed = { ...first, [field]: terms.schedule.installments[11]?.[field] }
      const schedule = { ...terms.schedule, installments: [changed, ...others] } as SignedTerms['schedule']
      expect(canonicalTerms({ ...terms, schedule })).not.toBe(canonicalTerms(terms))
    },
  )
})
