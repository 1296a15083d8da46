import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { signStatusCode } from '../../wire-codes.ts'
import { requestCode, text } from '../../wire.ts'

export const ceremonyDeclineCall = defineCall({
  name: 'ceremonyDecline',
  method: 'POST',
  path: '/dolphin-loan/online/ceremony/{requestCode}/decline',
  feature: 'agreement',
  access: 'session',
  request: {
    params: z.strictObject({ requestCode }),
    body: z.strictObject({ reason: text(500).optional() }),
  },
  reply: z.strictObject({ requestCode, signStatus: signStatusCode }),
  refusals: ['notFound', 'signInRequiredForStep', 'ceremonyNotOpen', 'ceremonyAlreadySigned'],
  idempotent: true,
  summary: 'Cancels a signing; the loan stays as it is',
  source: 'ours',
})
