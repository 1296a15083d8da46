import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { couponKind } from '../../shapes/payment-plan.ts'
import { isoDate, portfolioId, queryPortfolioId, text } from '../../wire.ts'
import { couponStatusCode } from '../../wire-codes.ts'

export const listCouponCall = defineCall({
  name: 'listCoupon',
  method: 'GET',
  path: '/dolphin-ops/coupon',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({
    coupons: z
      .array(
        z.strictObject({
          portfolioId,
          couponCode: text(40),
          couponStatus: couponStatusCode,
          kind: couponKind,
          value: text(40).nullable(),
          personal: z.boolean(),
          validFrom: isoDate,
          validThrough: isoDate,
          limitTotal: z.int().min(1).nullable(),
          reserved: z.int().min(0),
          used: z.int().min(0),
        }),
      )
      .max(1_000),
  }),
  refusals: [],
  idempotent: false,
  summary: 'The coupons of portfolios, and how many are reserved and used',
  source: 'ours',
})
