import { COUPON_KINDS } from '@dolphin/domain/coupons/coupon'
import { z } from 'zod'
import { isoDate, money, optionId, percent, signedMoney, text } from '../wire.ts'
import { paymentFrequencyCode } from '../wire-codes.ts'
import { installmentFlags, transactionStatusCode } from '../wire-payment-codes.ts'

/** What a borrower picks: amount, frequency, number of installments, first date. */
export const planTerms = z.strictObject({
  amount: money,
  frequency: paymentFrequencyCode,
  number: z.int().min(1).max(120),
  firstDate: isoDate,
})

/** The federal figures of a plan, all from one computation. Source: 12 CFR 1026.18. */
const disclosureFigures = {
  amountFinanced: money,
  prepaidFinanceCharge: money,
  financeCharge: money,
  totalOfPayments: money,
  apr: percent,
  /** Only for covered borrowers. Source: 32 CFR 232.4. */
  mapr: percent.nullable(),
}

/** What a coupon takes off; the principal is never touched. */
export const couponKind = z.enum(COUPON_KINDS)

/** The federal figures that a coupon changes; principal and dates stay. */
export const couponedFigures = z.strictObject({
  amountFinanced: money,
  prepaidFinanceCharge: money,
  financeCharge: money,
  totalOfPayments: money,
  apr: percent,
})

/** A coupon on a plan, and the figures without it. */
const planCoupon = z.strictObject({
  couponCode: text(40),
  kind: couponKind,
  saving: money,
  /** All payments but the last are one amount. */
  even: z.boolean(),
  before: couponedFigures,
})

/** One plan on offer. */
export const paymentPlan = z.strictObject({
  optionId,
  ...planTerms.shape,
  /** Every installment but the last. */
  installment: money,
  lastInstallment: money,
  lastDate: isoDate,
  effectiveDate: isoDate,
  ...disclosureFigures,
  /** Null without a coupon, or where it takes nothing off. */
  coupon: planCoupon.nullable(),
})

/** One scheduled payment. Source: domain.md §1. */
export const installment = z.strictObject({
  installmentNo: z.int().min(1),
  dueDate: isoDate,
  principal: money,
  /** Finance charge. */
  interest: money,
  fee: money,
  amount: money,
  balanceAfter: money,
  status: transactionStatusCode,
  flags: installmentFlags,
})

/** A whole plan with its schedule. */
export const paymentSchedule = z.strictObject({
  plan: paymentPlan,
  installments: z.array(installment).max(120),
  /** Paydays inside the term, for the picker to mark. */
  paydays: z.array(isoDate).max(400),
})

/** What one of two compared plans costs. */
export const planCost = z.strictObject({
  fee: money,
  interest: money,
  total: money,
  apr: percent,
})

/** Plan B minus plan A. */
export const planCostDifference = z.strictObject({
  fee: signedMoney,
  interest: signedMoney,
  total: signedMoney,
  apr: percent,
})
