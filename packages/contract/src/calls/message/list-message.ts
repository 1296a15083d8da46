import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { secureMessage } from '../../shapes/secure-message.ts'
import { text } from '../../wire.ts'

export const listMessageCall = defineCall({
  name: 'listMessage',
  method: 'GET',
  path: '/dolphin-loan/online/message',
  feature: 'message',
  access: 'customer',
  request: { query: z.strictObject({ before: text(64).optional() }) },
  reply: z.strictObject({ messages: z.array(secureMessage).max(100), before: text(64).nullable() }),
  refusals: [],
  idempotent: false,
  summary: 'The messages between customer and lender, newest first',
  source: 'ours',
})
