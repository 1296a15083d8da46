import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { coupon } from '../../shapes/coupon.ts'
import { loanNo, resource, text } from '../../wire.ts'

export const checkCouponCall = defineCall({
  name: 'checkCoupon',
  method: 'GET',
  path: '/dolphin-loan/online/check-coupon',
  feature: 'coupon',
  access: 'session',
  request: {
    query: z.strictObject({
      couponCode: text(40).optional(),
      resource: resource.optional(),
      loanNo: loanNo.optional(),
    }),
  },
  reply: coupon,
  refusals: ['loanStatusInvalid', 'loanNotFound', 'tooManyRequests'],
  idempotent: false,
  summary: 'Whether a coupon is in effect, and what it would save on this loan',
  source: 'product.md §7',
})
