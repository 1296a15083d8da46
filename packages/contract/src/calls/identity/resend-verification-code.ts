import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { sentAnswer } from '../../shapes/session.ts'
import { sessionId } from '../../wire.ts'

export const resendVerificationCodeCall = defineCall({
  name: 'resendVerificationCode',
  method: 'POST',
  path: '/dolphin-customer/resend-verification-code',
  feature: 'identity',
  access: 'public',
  request: { body: z.strictObject({ sessionId }) },
  reply: sentAnswer,
  refusals: ['loginCodeExpired', 'loginCodeLocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Sends the sign-in code again; at most 3 in 10 minutes',
  source: 'product.md §7',
})
