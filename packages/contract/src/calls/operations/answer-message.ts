import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { messageText, secureMessage } from '../../shapes/secure-message.ts'
import { loanNo, openId } from '../../wire.ts'

export const answerMessageCall = defineCall({
  name: 'answerMessage',
  method: 'POST',
  path: '/dolphin-ops/message',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ openId, text: messageText, loanNo: loanNo.optional() }) },
  reply: secureMessage,
  refusals: ['notFound', 'loanNotFound'],
  idempotent: true,
  summary: 'Writes to a customer; what they had written in that conversation no longer waits',
  source: 'ours',
})
