import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { ibvStatusCode, signStatusCode } from '../../wire-codes.ts'
import { instant, requestCode, text } from '../../wire.ts'

export const getRequestStatusCall = defineCall({
  name: 'getRequestStatus',
  method: 'GET',
  path: '/dolphin-loan/online/get-request-status',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ requestCode }) },
  reply: z.strictObject({
    requestCode,
    purpose: z.enum(['IBV', 'signature']),
    ibvStatus: ibvStatusCode.nullable(),
    signStatus: signStatusCode.nullable(),
    text: text(500),
    /** Nothing more will happen to it. */
    final: z.boolean(),
    expiresAt: instant,
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'How a bank verification or a signing stands',
  source: 'product.md §7',
})
