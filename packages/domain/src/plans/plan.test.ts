import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { daysBetween, formatLocalDate, localDate } from '../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { applyCoupon } from '../coupons/apply-coupon.ts'
import { cents, moneyToWire, sum, ZERO_CENTS } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import type { Product } from '../portfolios/product.ts'
import {
  computePlan,
  firstDatesOffered,
  frequenciesOffered,
  installmentLimit,
  numbersOffered,
  originationFee,
  type PlanBasis,
  type PlanChoice,
} from './plan.ts'
import { parsePlanName, planName } from './plan-name.ts'

const product: Product = {
  productCode: 'SAMPLE',
  version: 1,
  kind: 'standard',
  name: { en: 'Loan', es: 'Préstamo' },
  interestMethod: 'simpleDaily',
  minimumAmount: cents(20_000n),
  maximumAmount: cents(100_000n),
  amountStep: cents(5_000n),
  annualRate: rational(260n, 100n),
  minimumInstallments: 6,
  maximumInstallments: 26,
  maximumTermDays: 182,
  firstDateMinimumDays: 7,
  firstDateMaximumDays: 31,
  originationFee: null,
  returnedPaymentFee: cents(1_500n),
  paymentFrequencies: [PaymentFrequency.weekly, PaymentFrequency.biWeekly],
  sample: true,
}
const basis: PlanBasis = {
  product,
  paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: localDate(2026, 2, 27) },
  rules: { onHoliday: PaydayOnHoliday.nextBusinessDay, availability: PaydayAvailability.sameDay },
  calendar: federalReserveCalendar(),
  effectiveDate: localDate(2026, 3, 4),
  affordable: null,
}
const choice: PlanChoice = {
  amount: cents(50_000n),
  frequency: PaymentFrequency.biWeekly,
  count: 10,
  firstDate: localDate(2026, 3, 13),
}
const dates = (of: PlanBasis) =>
  firstDatesOffered(of, PaymentFrequency.biWeekly).map(({ dueDate }) => formatLocalDate(dueDate))

describe('plans (domain.md §7)', () => {
  test('weekly is offered to the weekly-paid, bi-weekly to all', () => {
    expect(frequenciesOffered(basis)).toEqual([PaymentFrequency.biWeekly])
    const paySchedule = { frequency: PayrollFrequency.weekly, anchor: localDate(2026, 2, 27) } as const
    expect(frequenciesOffered({ ...basis, paySchedule })).toHaveLength(2)
  })

  test('first dates are the paydays 7 to 31 days after effective', () => {
    expect(dates(basis)).toEqual(['2026-03-13', '2026-03-27'])
    expect(dates({ ...basis, effectiveDate: localDate(2026, 3, 6) })).toEqual(['2026-03-13', '2026-03-27'])
    expect(dates({ ...basis, effectiveDate: localDate(2026, 3, 7) })).toEqual(['2026-03-27'])
  })

  test('numbers end within the longest term', () => {
    const [first, later] = firstDatesOffered(basis, PaymentFrequency.biWeekly)
    expect(first && numbersOffered(basis, PaymentFrequency.biWeekly, first)).toEqual([
      6, 7, 8, 9, 10, 11, 12, 13,
    ])
    expect(later && numbersOffered(basis, PaymentFrequency.biWeekly, later).at(-1)).toBe(12)
  })

  test('a plan adds up: payments, finance charge, principal; APR from the same function', () => {
    const plan = computePlan(basis, choice)
    if (!plan.ok) throw new Error(plan.error)
    const { schedule, disclosure, prepaidFinanceCharge } = plan.value
    expect(sum(schedule.installments.map(({ principal }) => principal))).toBe(choice.amount)
    expect(disclosure.amountFinanced + disclosure.financeCharge).toBe(disclosure.totalOfPayments)
    expect(prepaidFinanceCharge).toBe(ZERO_CENTS)
    expect(disclosure.apr).toMatch(/^2[56]\d\.\d\d$/)
    const last = schedule.installments.at(-1)
    expect(last && daysBetween(basis.effectiveDate, last.dueDate)).toBeLessThanOrEqual(182)
  })

  test.each([
    ['amountOutOfRange', { amount: cents(50_001n) }],
    ['amountOutOfRange', { amount: cents(105_000n) }],
    ['frequencyNotOffered', { frequency: PaymentFrequency.weekly }],
    ['dateNotAvailable', { firstDate: localDate(2026, 3, 16) }],
    ['numberNotOffered', { count: 14 }],
    ['numberNotOffered', { count: 5 }],
  ] as const)('%s', (error, change) => {
    expect(computePlan(basis, { ...choice, ...change })).toEqual({ ok: false, error })
  })

  test('the installment stays within the share of income of a period: × 12 / 26', () => {
    const affordable = { monthlyNetIncome: cents(260_000n), sharePercent: 25 }
    expect(installmentLimit({ affordable }, PaymentFrequency.biWeekly)).toBe(30_000n)
    expect(installmentLimit({ affordable }, PaymentFrequency.weekly)).toBe(15_000n)
    const poor = { ...basis, affordable: { monthlyNetIncome: cents(60_000n), sharePercent: 25 } }
    expect(computePlan(poor, choice)).toEqual({ ok: false, error: 'installmentTooLarge' })
  })

  test('a prepaid origination fee: 5 % up to 50.00, withheld, in the finance charge (12 CFR 1026.4)', () => {
    const withFee: Product = {
      ...product,
      originationFee: { rate: rational(5n, 100n), maximum: cents(5_000n) },
    }
    expect(originationFee(withFee, cents(50_000n))).toBe(2_500n)
    expect(originationFee(withFee, cents(100_000n))).toBe(5_000n)
    const plan = computePlan({ ...basis, product: withFee }, choice)
    expect(plan.ok && moneyToWire(plan.value.disclosure.amountFinanced)).toBe('475.00')
  })

  test('a covered borrower is offered 36 % at most (32 CFR 232.4)', () => {
    const military: Product = { ...product, kind: 'military', annualRate: rational(349n, 1000n) }
    const plan = computePlan({ ...basis, product: military }, choice)
    expect(plan.ok && plan.value.mapr).toMatch(/^3[45]\.\d\d$/)
    const dear = { ...basis, product: { ...military, annualRate: rational(40n, 100n) } }
    expect(computePlan(dear, choice)).toEqual({ ok: false, error: 'rateTooHigh' })
  })

  test('the military rate counts the charges outside the finance charge; the APR does not (32 CFR 232.4(c))', () => {
    const planWith = (charges: bigint) => {
      const military: Product = {
        ...product,
        kind: 'military',
        annualRate: rational(340n, 1000n),
        chargesOutsideFinanceCharge: cents(charges),
      }
      return computePlan({ ...basis, product: military }, choice)
    }
    const [free, some] = [planWith(0n), planWith(50n)]
    if (!free.ok || !some.ok) throw new Error('both are offered')
    expect(free.value.disclosure.apr).toBe(some.value.disclosure.apr)
    expect(free.value.mapr).toBe(free.value.disclosure.apr)
    // 0.50 less received: about half a point more on 500.00 for twenty weeks.
    expect(Number(some.value.mapr) - Number(free.value.mapr)).toBeCloseTo(0.52, 1)
    expect(planWith(1_000n)).toEqual({ ok: false, error: 'rateTooHigh' })
    const coupon = {
      couponCode: 'SAVE',
      kind: 'financeChargeAmount',
      amount: cents(1n),
      minimumPrincipal: cents(0n),
    } as const
    const [withCoupon, freeWithCoupon] = [some.value, free.value].map((plan) => applyCoupon(plan, coupon))
    expect(Number(withCoupon?.mapr) - Number(freeWithCoupon?.mapr)).toBeCloseTo(0.52, 1)
  })

  test('an option id names its choice and nothing else does', () => {
    expect(planName(choice)).toBe('50000.17000.10.2026-03-13')
    expect(parsePlanName(planName(choice))).toEqual(choice)
    for (const text of [
      '',
      '50000.17001.10.2026-03-13',
      '50000.17000.10.2026-02-30',
      '-1.17000.10.2026-03-13',
    ])
      expect(parsePlanName(text)).toBeUndefined()
  })
})
