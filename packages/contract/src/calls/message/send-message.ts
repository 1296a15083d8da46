import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { messageText, secureMessage } from '../../shapes/secure-message.ts'
import { loanNo } from '../../wire.ts'

export const sendMessageCall = defineCall({
  name: 'sendMessage',
  method: 'POST',
  path: '/dolphin-loan/online/message',
  feature: 'message',
  access: 'customer',
  request: {
    body: z.strictObject({
      text: messageText,
      loanNo: loanNo.optional(),
    }),
  },
  reply: secureMessage,
  refusals: ['loanNotFound', 'tooManyRequests'],
  idempotent: true,
  summary: 'Sends a message to the lender',
  source: 'ours',
})
