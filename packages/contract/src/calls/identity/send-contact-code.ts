import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { sentAnswer } from '../../shapes/session.ts'
import { contactTypeCode } from '../../wire-codes.ts'
import { instant, text } from '../../wire.ts'

export const sendContactCodeCall = defineCall({
  name: 'sendContactCode',
  method: 'POST',
  path: '/dolphin-customer/contact/send-code',
  feature: 'identity',
  access: 'session',
  request: { body: z.strictObject({ contactType: contactTypeCode }) },
  reply: z.strictObject({ ...sentAnswer.shape, maskedAddress: text(120), expiresAt: instant }),
  refusals: ['contactNotVerifiable', 'textMessagesNotAvailable', 'contactOptedOut', 'tooManyRequests'],
  idempotent: false,
  summary: 'Sends a code to a contact, to verify it',
  source: 'ours',
})
