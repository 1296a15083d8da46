import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { messageThread, messageThreadHead, secureMessage } from '../../shapes/secure-message.ts'
import { text } from '../../wire.ts'

export const listMessageCall = defineCall({
  name: 'listMessage',
  method: 'GET',
  path: '/dolphin-loan/online/message',
  feature: 'message',
  access: 'customer',
  request: { query: z.strictObject({ before: text(64).optional(), thread: messageThread.optional() }) },
  reply: z.strictObject({
    /** Of the thread asked for, or of all. */
    messages: z.array(secureMessage).max(100),
    before: text(64).nullable(),
    /** Every conversation, the one with the newest message first. */
    threads: z.array(messageThreadHead).max(200),
  }),
  refusals: [],
  idempotent: false,
  summary: 'The conversations with the lender, and the messages of one of them or of all, newest first',
  source: 'ours',
})
