import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentEntry } from '../../shapes/document-entry.ts'
import { signatureMark } from '../../shapes/document-model.ts'
import { loanStatusCode, signStatusCode } from '../../wire-codes.ts'
import { documentNo, instant, loanNo, requestCode, sha256 } from '../../wire.ts'

export const ceremonySignCall = defineCall({
  name: 'ceremonySign',
  method: 'POST',
  path: '/dolphin-loan/online/ceremony/{requestCode}/sign',
  feature: 'agreement',
  access: 'session',
  request: {
    params: z.strictObject({ requestCode }),
    body: z.strictObject({
      /** Of each document shown, so that only the bytes read are signed. */
      documents: z.array(z.strictObject({ documentNo, sha256 })).min(1).max(10),
      /** Typed or drawn. */
      mark: signatureMark,
      /** Debits by ACH: a separate yes or no. Absent: what was said with the consents; declined by default. */
      achAuthorization: z.boolean().optional(),
    }),
  },
  reply: z.strictObject({
    requestCode,
    loanNo,
    signStatus: signStatusCode,
    signedAt: instant,
    loanStatus: loanStatusCode,
    documents: z.array(documentEntry).max(10),
  }),
  refusals: [
    'notFound',
    'signInRequiredForStep',
    'ceremonyNotOpen',
    'ceremonyExpired',
    'ceremonyVoided',
    'ceremonySuspended',
    'ceremonyAlreadySigned',
    'ceremonyConsentMissing',
    'documentHashMismatch',
    'signatureInvalid',
  ],
  idempotent: true,
  summary: 'Signs exactly the bytes that were shown, once',
  source: 'ours',
})
