import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { code, elementKey, text } from '../../wire.ts'

export const recordBusinessDataCall = defineCall({
  name: 'recordBusinessData',
  method: 'POST',
  path: '/dolphin-loan/online/record-business-data',
  feature: 'tracking',
  access: 'session',
  request: {
    body: z.strictObject({
      event: code,
      payload: z.record(elementKey, z.union([text(500), z.number(), z.boolean(), z.null()])),
    }),
  },
  reply: z.strictObject({ accepted: z.literal(true) }),
  refusals: [],
  idempotent: true,
  summary: 'Writes a business event to the audit stream',
  source: 'product.md §7',
})
