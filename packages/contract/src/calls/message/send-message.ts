import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { secureMessage } from '../../shapes/secure-message.ts'
import { loanNo } from '../../wire.ts'

export const sendMessageCall = defineCall({
  name: 'sendMessage',
  method: 'POST',
  path: '/dolphin-loan/online/message',
  feature: 'message',
  access: 'customer',
  request: {
    body: z.strictObject({
      text: z.string().trim().min(1, "Message can't be empty").max(4_000),
      loanNo: loanNo.optional(),
    }),
  },
  reply: secureMessage,
  refusals: ['loanNotFound', 'tooManyRequests'],
  idempotent: true,
  summary: 'Sends a message to the lender',
  source: 'ours',
})
