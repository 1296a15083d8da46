import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { conversationHead } from '../../shapes/conversation.ts'
import { queryPortfolioId } from '../../wire.ts'

export const listConversationCall = defineCall({
  name: 'listConversation',
  method: 'GET',
  path: '/dolphin-ops/message',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({ conversations: z.array(conversationHead).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Customers whose messages wait for the lender, longest first',
  source: 'ours',
})
