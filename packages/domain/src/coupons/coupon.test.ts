import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { localDate } from '../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { aprOfSchedule } from '../disclosure/disclose.ts'
import { CustomerCategory } from '../loans/codes.ts'
import { cents, divideHalfUp, sum } from '../money/cents.ts'
import { compareRational, rational } from '../money/rational.ts'
import { computePlan, firstDatesOffered, numbersOffered, type Plan, type PlanBasis } from '../plans/plan.ts'
import type { Product } from '../portfolios/product.ts'
import { applyCoupon } from './apply-coupon.ts'
import type { Coupon, CouponBenefit } from './coupon.ts'
import { isInWindow, meetsConditions } from './coupon-conditions.ts'
import { creditInstallments, spreadCredit } from './coupon-effect.ts'

const product: Product = {
  productCode: 'SAMPLE',
  version: 1,
  kind: 'standard',
  name: { en: 'Loan', es: 'Préstamo' },
  interestMethod: 'simpleDaily',
  minimumAmount: cents(20_000n),
  maximumAmount: cents(150_000n),
  amountStep: cents(5_000n),
  annualRate: rational(260n, 100n),
  minimumInstallments: 6,
  maximumInstallments: 26,
  maximumTermDays: 365,
  firstDateMinimumDays: 7,
  firstDateMaximumDays: 31,
  originationFee: { rate: rational(5n, 100n), maximum: cents(5_000n) },
  returnedPaymentFee: cents(1_500n),
  paymentFrequencies: [PaymentFrequency.weekly, PaymentFrequency.biWeekly],
  sample: true,
}
const basis: PlanBasis = {
  product,
  paySchedule: { frequency: PayrollFrequency.weekly, anchor: localDate(2026, 2, 27) },
  rules: { onHoliday: PaydayOnHoliday.nextBusinessDay, availability: PaydayAvailability.sameDay },
  calendar: federalReserveCalendar(),
  effectiveDate: localDate(2026, 3, 4),
  affordable: null,
}

interface Wish {
  readonly amount: bigint
  readonly rate: bigint
  readonly fee: bigint
  readonly weekly: boolean
  readonly first: number
  readonly number: number
}

function planOf({ amount, rate, fee, weekly, first, number }: Wish): Plan {
  const own: PlanBasis = {
    ...basis,
    product: {
      ...product,
      annualRate: rational(rate, 1_000n),
      originationFee: fee === 0n ? null : { rate: rational(fee, 100n), maximum: cents(5_000n) },
    },
  }
  const frequency = weekly ? PaymentFrequency.weekly : PaymentFrequency.biWeekly
  const dates = firstDatesOffered(own, frequency)
  const date = dates[first % dates.length]
  if (date === undefined) throw new Error('a date is offered')
  const numbers = numbersOffered(own, frequency, date)
  const count = numbers[number % numbers.length] ?? 6
  const plan = computePlan(own, {
    amount: cents(amount * 5_000n),
    frequency,
    count,
    firstDate: date.dueDate,
  })
  if (!plan.ok) throw new Error(plan.error)
  return plan.value
}

const anyPlan = fc
  .record({
    amount: fc.bigInt({ min: 4n, max: 30n }),
    rate: fc.bigInt({ min: 1n, max: 3_600n }),
    fee: fc.bigInt({ min: 0n, max: 8n }),
    weekly: fc.boolean(),
    first: fc.nat(10),
    number: fc.nat(30),
  })
  .map(planOf)

const offered = { couponCode: 'ANY', minimumPrincipal: cents(0n) }
const anyBenefit: fc.Arbitrary<CouponBenefit> = fc.oneof(
  fc
    .bigInt({ min: 1n, max: 200_000n })
    .map((amount) => ({ ...offered, kind: 'financeChargeAmount' as const, amount: cents(amount) })),
  fc
    .integer({ min: 1, max: 100 })
    .map((percent) => ({ ...offered, kind: 'financeChargePercent' as const, percent })),
  fc.constant({ ...offered, kind: 'originationFee' as const }),
)

describe('a coupon on a plan (docs/decisions/coupons.md)', () => {
  test('over 1,000 loans: exact to the cent, principal untouched, no negative charge, APR not higher', () => {
    fc.assert(
      fc.property(anyPlan, anyBenefit, (before, benefit) => {
        const after = applyCoupon(before, benefit)
        if (after === undefined || after.coupon === null) {
          expect(benefit.kind === 'originationFee' ? before.prepaidFinanceCharge : 0n).toBe(0n)
          return
        }
        const { coupon, disclosure, schedule } = after
        expect(coupon.saving).toBeGreaterThan(0n)
        expect(before.disclosure.financeCharge - disclosure.financeCharge).toBe(coupon.saving)
        expect(disclosure.financeCharge).toBeGreaterThanOrEqual(0n)
        expect(disclosure.amountFinanced + disclosure.financeCharge).toBe(disclosure.totalOfPayments)
        expect(sum(schedule.installments.map(({ payment }) => payment))).toBe(disclosure.totalOfPayments)
        expect(sum(coupon.interestCredits) + coupon.waivedFee).toBe(coupon.saving)
        for (const [index, one] of schedule.installments.entries()) {
          const old = before.schedule.installments[index]
          expect(one).toMatchObject({ principal: old?.principal, balanceAfter: old?.balanceAfter })
          expect(one.principal + one.interest).toBe(one.payment)
          expect(one.interest).toBeGreaterThanOrEqual(0n)
          expect(one.payment).toBeGreaterThan(0n)
        }
        expect(compareRational(disclosure.aprRatio, before.disclosure.aprRatio)).toBeLessThanOrEqual(0)
      }),
      { seed: 1026, numRuns: 1_000 },
    )
  }, 120_000)

  test('the saving is what the coupon says, at most the interest; a waived fee is the whole fee', () => {
    fc.assert(
      fc.property(anyPlan, anyBenefit, (before, benefit) => {
        const saving = applyCoupon(before, benefit)?.coupon?.saving ?? 0n
        const interest = sum(
          before.schedule.installments.map(({ interest: one, payment }) =>
            one < payment ? one : cents(payment - 1n),
          ),
        )
        const most = (wanted: bigint) => (wanted < interest ? wanted : interest)
        if (benefit.kind === 'originationFee') expect(saving).toBe(before.prepaidFinanceCharge)
        if (benefit.kind === 'financeChargeAmount') expect(saving).toBe(most(benefit.amount))
        if (benefit.kind === 'financeChargePercent') {
          const share = divideHalfUp(before.disclosure.financeCharge * BigInt(benefit.percent), 100n)
          expect(saving).toBe(most(share))
        }
      }),
      { seed: 118, numRuns: 200 },
    )
  }, 60_000)

  test('the APR is that of the schedule to be collected, by Appendix J, never a figure of its own', () => {
    const plan = planOf({ amount: 10n, rate: 2_600n, fee: 5n, weekly: false, first: 0, number: 4 })
    const after = applyCoupon(plan, { ...offered, kind: 'financeChargeAmount', amount: cents(2_500n) })
    if (after === undefined) throw new Error('the coupon takes something off')
    const { disclosure, schedule, effectiveDate } = after
    expect(disclosure.aprRatio).toEqual(aprOfSchedule(disclosure.amountFinanced, effectiveDate, schedule))
    expect(Number(disclosure.apr)).toBeLessThan(Number(plan.disclosure.apr))
  })

  test('level payments stay level: all but the last are one amount', () => {
    const plan = planOf({ amount: 10n, rate: 2_600n, fee: 0n, weekly: false, first: 0, number: 4 })
    const after = applyCoupon(plan, { ...offered, kind: 'financeChargeAmount', amount: cents(2_501n) })
    const payments = after?.schedule.installments.map(({ payment }) => payment).slice(0, -1)
    expect(new Set(payments).size).toBe(1)
  })

  test('a fee waiver pays the fee out: amount financed rises by it, total of payments stays', () => {
    const plan = planOf({ amount: 10n, rate: 1_950n, fee: 5n, weekly: false, first: 0, number: 4 })
    const after = applyCoupon(plan, { ...offered, kind: 'originationFee' })
    expect(plan.prepaidFinanceCharge).toBe(2_500n)
    expect(after?.prepaidFinanceCharge).toBe(0n)
    expect(after?.disclosure.amountFinanced).toBe(plan.choice.amount)
    expect(after?.disclosure.totalOfPayments).toBe(plan.disclosure.totalOfPayments)
  })

  test('nothing to take off is no coupon: no fee to waive, or a principal below the least', () => {
    const plan = planOf({ amount: 10n, rate: 349n, fee: 0n, weekly: false, first: 0, number: 4 })
    expect(applyCoupon(plan, { ...offered, kind: 'originationFee' })).toBeUndefined()
    const least = { ...offered, minimumPrincipal: cents(50_001n) }
    expect(applyCoupon(plan, { ...least, kind: 'financeChargePercent', percent: 10 })).toBeUndefined()
  })

  test('a credit is cut to the interest it meets, as when the money came late', () => {
    const plan = planOf({ amount: 10n, rate: 2_600n, fee: 0n, weekly: true, first: 0, number: 4 })
    const { installments } = plan.schedule
    const credits = spreadCredit(installments, cents(1_000_000n))
    const [first] = creditInstallments(
      installments.map((one) => ({ ...one, interest: cents(10n), payment: cents(one.principal + 10n) })),
      credits,
    )
    expect(first).toMatchObject({ interest: 0n, payment: installments[0]?.principal })
  })
})

const coupon: Coupon = {
  couponCode: 'SPRING',
  version: 1,
  name: { en: 'Spring', es: 'Primavera' },
  terms: { en: 'Sample', es: 'Muestra' },
  benefit: { ...offered, minimumPrincipal: cents(30_000n), kind: 'financeChargePercent', percent: 10 },
  conditions: { productCodes: ['SAMPLE'], states: ['UT', 'ID'], customers: 'new' },
  validFrom: localDate(2026, 3, 1),
  validThrough: localDate(2026, 3, 31),
  limitPerCustomer: 1,
  limitTotal: null,
  personal: false,
  sample: true,
}
const subject = {
  productCode: 'SAMPLE',
  state: 'UT',
  category: CustomerCategory.new,
  principal: cents(30_000n),
}

describe('who may use a coupon', () => {
  test.each([
    ['the day before', localDate(2026, 2, 28), false],
    ['the first day', localDate(2026, 3, 1), true],
    ['the last day', localDate(2026, 3, 31), true],
    ['the day after', localDate(2026, 4, 1), false],
  ])('the window: %s', (_name, today, expected) => {
    expect(isInWindow(coupon, today)).toBe(expected)
  })

  test.each([
    ['as it is', {}, true],
    ['another product', { productCode: 'OTHER' }, false],
    ['another state', { state: 'WI' }, false],
    ['a returning customer', { category: CustomerCategory.returning }, false],
    ['a cent too little', { principal: cents(29_999n) }, false],
  ])('conditions: %s', (_name, change, expected) => {
    expect(meetsConditions(coupon, { ...subject, ...change })).toBe(expected)
  })

  test('open conditions ask nothing', () => {
    const conditions = { productCodes: null, states: null, customers: 'any' } as const
    expect(meetsConditions({ ...coupon, conditions }, { ...subject, state: 'WI' })).toBe(true)
  })
})
