import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { consentChoice, consentStatus } from '../../shapes/consent.ts'
import { signStatusCode } from '../../wire-codes.ts'
import { requestCode, text } from '../../wire.ts'

export const ceremonyConsentCall = defineCall({
  name: 'ceremonyConsent',
  method: 'POST',
  path: '/dolphin-loan/online/ceremony/{requestCode}/consent',
  feature: 'agreement',
  access: 'session',
  request: {
    params: z.strictObject({ requestCode }),
    body: z.strictObject({
      /** Read in the sample PDF and typed here: proof that it opens. */
      proofCode: text(20),
      consents: z.array(consentChoice).min(1).max(10),
    }),
  },
  reply: z.strictObject({
    requestCode,
    signStatus: signStatusCode,
    consents: z.array(consentStatus).max(10),
  }),
  refusals: [
    'notFound',
    'signInRequiredForStep',
    'ceremonyNotOpen',
    'ceremonyExpired',
    'ceremonyVoided',
    'ceremonySuspended',
    'ceremonyConsentMissing',
    'consentRequired',
    'consentOutdated',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Agrees to electronic records, with proof that the PDF opens',
  source: 'ours',
})
