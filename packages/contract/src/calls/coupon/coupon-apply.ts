import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { coupon } from '../../shapes/coupon.ts'
import { loanFlagCode } from '../../wire-codes.ts'
import { loanNo, text } from '../../wire.ts'

export const couponApplyCall = defineCall({
  name: 'couponApply',
  method: 'POST',
  path: '/dolphin-loan/online/coupon/apply',
  feature: 'coupon',
  access: 'session',
  request: { body: z.strictObject({ loanNo, couponCode: text(40) }) },
  reply: z.strictObject({ coupon, loanFlags: z.array(loanFlagCode).max(4) }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'couponNotValid',
    'couponNotApplicable',
    'couponAlreadyUsed',
    'planRecalculationRequired',
    'offerExpired',
    'bankAccountNotMatched',
    'signInRequiredForStep',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Applies a coupon to a loan',
  source: 'ours',
})
