import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { coupon } from '../../shapes/coupon.ts'

export const couponListCall = defineCall({
  name: 'couponList',
  method: 'GET',
  path: '/dolphin-loan/online/coupon/list',
  feature: 'coupon',
  access: 'session',
  request: {},
  reply: z.strictObject({ coupons: z.array(coupon).max(100) }),
  refusals: [],
  idempotent: false,
  summary: 'The coupons held and used',
  source: 'ours',
})
