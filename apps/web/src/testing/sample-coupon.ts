import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import type { CallValue } from '../api-client/call.ts'

type Coupon = CallValue<'checkCoupon'>
type Side = NonNullable<Coupon['withCoupon']>

/** One side of a comparison: two payments, whose figures need not agree, because pages show what they are told. */
const aSide = (financeCharge: string, apr: string, amounts: readonly [string, string]): Side => ({
  cost: {
    amountFinanced: '500.00',
    prepaidFinanceCharge: '0.00',
    financeCharge,
    totalOfPayments: '832.06',
    apr,
  },
  installments: amounts.map((amount, index) => ({
    installmentNo: index + 1,
    dueDate: index === 0 ? '2026-12-04' : '2026-12-18',
    principal: '250.00',
    interest: '40.00',
    fee: '0.00',
    amount,
    balanceAfter: '0.00',
    status: TransactionStatus.none,
    flags: 0,
  })),
})

/** A coupon in effect, on no loan. */
export const aCoupon = (overrides: Partial<Coupon> = {}): Coupon => ({
  couponCode: 'SAVE10',
  couponStatus: CouponStatus.inEffect,
  kind: 'financeChargePercent',
  value: '10%',
  name: 'Ten percent off',
  terms: 'Ten percent off the finance charge of one loan.',
  expiresOn: '2027-12-31',
  fits: null,
  applied: false,
  usedOn: null,
  loanNo: null,
  saving: null,
  withCoupon: null,
  withoutCoupon: null,
  ...overrides,
})

/** The same, with what it does to the loan of sample-home. */
export const aCouponForLoan = (overrides: Partial<Coupon> = {}): Coupon =>
  aCoupon({
    fits: true,
    loanNo: '118-0000017',
    saving: '33.20',
    withCoupon: aSide('298.86', '235.10', ['286.60', '277.40']),
    withoutCoupon: aSide('332.06', '258.32', ['303.20', '294.00']),
    ...overrides,
  })

/** What is said of a code that is none. */
export const notACoupon = (): Coupon =>
  aCoupon({
    couponCode: 'NONE',
    couponStatus: CouponStatus.notValid,
    kind: null,
    value: null,
    name: '',
    terms: '',
    expiresOn: null,
  })
