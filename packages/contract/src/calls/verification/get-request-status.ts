import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { ibvStatusCode, signStatusCode } from '../../wire-codes.ts'
import { rescueRung, verificationWay } from '../../shapes/rescue-ladder.ts'
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
    /** Through what it goes; null for a signing. */
    way: verificationWay.nullable(),
    /** Why a person refused a statement, in words to the borrower. */
    reason: text(500).nullable(),
    /** What is left besides, as get-provider tells it. */
    rungs: z.array(rescueRung).max(5),
    /** Nothing more will happen to it. */
    final: z.boolean(),
    expiresAt: instant,
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'How a bank verification or a signing stands',
  source: 'product.md §7',
})
