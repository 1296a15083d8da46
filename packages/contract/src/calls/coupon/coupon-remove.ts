import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanFlagCode } from '../../wire-codes.ts'
import { loanNo, text } from '../../wire.ts'

export const couponRemoveCall = defineCall({
  name: 'couponRemove',
  method: 'POST',
  path: '/dolphin-loan/online/coupon/remove',
  feature: 'coupon',
  access: 'session',
  request: { body: z.strictObject({ loanNo, couponCode: text(40) }) },
  reply: z.strictObject({ loanNo, loanFlags: z.array(loanFlagCode).max(4) }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'couponNotApplicable', 'signInRequiredForStep'],
  idempotent: true,
  summary: 'Takes a coupon off a loan',
  source: 'ours',
})
