import { z } from 'zod'
import { isoDate, money, text } from '../wire.ts'
import { couponStatusCode } from '../wire-codes.ts'
import { installment, planCost } from './payment-plan.ts'

/** A coupon: whether it is in effect, what it gives, and the loan with and without it. */
export const coupon = z.strictObject({
  couponCode: text(40),
  couponStatus: couponStatusCode,
  kind: z.enum(['interestPercent', 'interestAmount', 'originationFee', 'principal']).nullable(),
  value: text(40).nullable(),
  terms: text(2_000),
  expiresOn: isoDate.nullable(),
  applied: z.boolean(),
  usedOn: isoDate.nullable(),
  /** What it would save on this loan; null without a loan. */
  saving: money.nullable(),
  withCoupon: z.strictObject({ cost: planCost, installments: z.array(installment).max(120) }).nullable(),
  withoutCoupon: z.strictObject({ cost: planCost, installments: z.array(installment).max(120) }).nullable(),
})
