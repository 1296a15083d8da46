import { z } from 'zod'
import { isoDate, loanNo, money, text } from '../wire.ts'
import { couponStatusCode } from '../wire-codes.ts'
import { couponedFigures, couponKind, installment } from './payment-plan.ts'

const figuresWithSchedule = z.strictObject({
  cost: couponedFigures,
  installments: z.array(installment).max(120),
})

/** A coupon: whether it is in effect, what it gives, and the loan with and without it. */
export const coupon = z.strictObject({
  couponCode: text(40),
  couponStatus: couponStatusCode,
  kind: couponKind.nullable(),
  /** As people read it: "$25.00", "10%"; null for a waived fee and for a coupon that is not valid. */
  value: text(40).nullable(),
  name: text(60),
  terms: text(2_000),
  expiresOn: isoDate.nullable(),
  /** Whether it takes something off this loan; null without a loan. */
  fits: z.boolean().nullable(),
  applied: z.boolean(),
  usedOn: isoDate.nullable(),
  /** The loan it is on, if any. */
  loanNo: loanNo.nullable(),
  /** What it saves, or would save, on this loan; null without a loan. */
  saving: money.nullable(),
  withCoupon: figuresWithSchedule.nullable(),
  withoutCoupon: figuresWithSchedule.nullable(),
})
