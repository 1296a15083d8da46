import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, isoDate, openId, portfolioId, text } from '../../wire.ts'

export const issueCouponCall = defineCall({
  name: 'issueCoupon',
  method: 'POST',
  path: '/dolphin-ops/coupon/issue',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ openId, couponCode: text(40) }) },
  reply: z.strictObject({
    portfolioId,
    openId,
    couponCode: text(40),
    /** Last day on which it can be applied. */
    validThrough: isoDate,
    /** When the link in the mail ends. */
    linkExpiresAt: instant,
  }),
  refusals: ['notFound', 'couponNotValid', 'couponAlreadyUsed'],
  idempotent: true,
  summary: 'Gives a personal coupon to a customer and mails the link to it',
  source: 'ours',
})
