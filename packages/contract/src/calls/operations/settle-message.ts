import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { openId } from '../../wire.ts'

export const settleMessageCall = defineCall({
  name: 'settleMessage',
  method: 'POST',
  path: '/dolphin-ops/message/settle',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ openId }) },
  reply: z.strictObject({ settled: z.number().int().min(0) }),
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Notes that a customer’s messages were read and need no answer',
  source: 'ours',
})
