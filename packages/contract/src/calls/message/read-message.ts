import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { messageThread } from '../../shapes/secure-message.ts'
import { text } from '../../wire.ts'

export const readMessageCall = defineCall({
  name: 'readMessage',
  method: 'POST',
  path: '/dolphin-loan/online/message/read',
  feature: 'message',
  access: 'customer',
  request: { body: z.strictObject({ thread: messageThread, through: text(64) }) },
  reply: z.strictObject({ read: z.number().int().min(0) }),
  refusals: [],
  idempotent: false,
  summary: 'Notes that the lender’s messages of a conversation were opened, up to the one named',
  source: 'ours',
})
