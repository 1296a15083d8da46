import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { sentAnswer } from '../../shapes/session.ts'
import { email, portfolioId } from '../../wire.ts'

export const sendForgotPasswordEmailCall = defineCall({
  name: 'sendForgotPasswordEmail',
  method: 'POST',
  path: '/dolphin-customer/send-forgot-password-email',
  feature: 'identity',
  access: 'public',
  request: { body: z.strictObject({ portfolioId, email }) },
  reply: sentAnswer,
  refusals: ['tooManyRequests'],
  idempotent: true,
  summary: 'Mails a link to reset the password; always the same answer',
  source: 'product.md §7',
})
