import { PaydayOfWeek } from '@dolphin/domain/calendar/payday-rules'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import type { CouponBenefit } from '@dolphin/domain/coupons/coupon'
import type { signLoan } from '@dolphin/api/testing/signed-loans'
import fc from 'fast-check'

const often = <Value>(weight: number, value: Value) => ({ weight, arbitrary: fc.constant(value) })

/** What is agreed on; mostly what borrowers mostly agree on. A number that is not offered is the nearest that is. */
export const loanTerms = fc.record({
  amount: fc.integer({ min: 4, max: 20 }).map((steps) => steps * 50),
  product: fc.oneof(often(5, 'standard' as const), often(1, 'military' as const)),
  coupon: fc.oneof(often(5, null), often(1, 'amount' as const), often(1, 'percent' as const)),
  frequency: fc.oneof(often(3, PaymentFrequency.biWeekly), often(1, PaymentFrequency.weekly)),
  count: fc.oneof(often(2, 10), { weight: 3, arbitrary: fc.integer({ min: 6, max: 26 }) }),
  account: fc.oneof(often(4, 'linked' as const), often(1, 'typed' as const)),
  /** Whether debits were allowed. */
  ach: fc.oneof(often(9, true), often(1, false)),
  /** Whether the money is there on the day of the signature. */
  sameDay: fc.oneof(often(5, false), often(1, true)),
})
export type LoanTerms = typeof loanTerms extends fc.Arbitrary<infer One> ? One : never

/** 500.00 in ten bi-weekly payments. */
export const USUAL_TERMS: LoanTerms = {
  amount: 500,
  product: 'standard',
  coupon: null,
  frequency: PaymentFrequency.biWeekly,
  count: 10,
  account: 'linked',
  ach: true,
  sameDay: false,
}

const COUPONS: Readonly<Record<'amount' | 'percent', CouponBenefit>> = {
  amount: {
    couponCode: 'WELCOME25',
    kind: 'financeChargeAmount',
    amount: cents(2_500n),
    minimumPrincipal: cents(0n),
  },
  percent: { couponCode: 'THANKS10', kind: 'financeChargePercent', percent: 10, minimumPrincipal: cents(0n) },
}

/** Amounts of portfolio 110 go by hundreds, from 300.00 on. */
const amountOf = (amount: number, portfolioId: number): number =>
  portfolioId === 118 ? amount : Math.max(300, amount - (amount % 100))

/** How a borrower whose last payday is known comes to a loan of these terms. */
export function wishOf(
  { amount, coupon, product, frequency, count, account, ach, sameDay }: LoanTerms,
  { portfolioId, lastPayday }: { readonly portfolioId: number; readonly lastPayday: LocalDate },
): NonNullable<Parameters<typeof signLoan>[1]> {
  const isWeekly = frequency === PaymentFrequency.weekly
  return {
    portfolioId,
    isStored: true,
    amount: cents(BigInt(amountOf(amount, portfolioId)) * 100n),
    account,
    ach,
    sameDay,
    employment: isWeekly
      ? {
          payrollFrequency: String(PayrollFrequency.weekly),
          paydayOfWeek: String(PaydayOfWeek.friday),
          lastPayday: undefined,
        }
      : { lastPayday: formatLocalDate(lastPayday) },
    terms: {
      product,
      frequency,
      count,
      lastPayday,
      ...(coupon === null || product === 'military' ? {} : { coupon: COUPONS[coupon] }),
    },
  }
}
