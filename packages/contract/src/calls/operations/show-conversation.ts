import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { secureMessage } from '../../shapes/secure-message.ts'
import { openId, portfolioId, text } from '../../wire.ts'

export const showConversationCall = defineCall({
  name: 'showConversation',
  method: 'GET',
  path: '/dolphin-ops/message/{openId}',
  feature: 'operations',
  access: 'operations',
  request: {
    params: z.strictObject({ openId }),
    query: z.strictObject({ before: text(64).optional() }),
  },
  reply: z.strictObject({
    portfolioId,
    customerName: text(200),
    messages: z.array(secureMessage).max(100),
    before: text(64).nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The messages between one customer and the lender, newest first',
  source: 'ours',
})
