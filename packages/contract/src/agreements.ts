import { z } from 'zod'
import { defineCall } from './call.ts'
import { consentChoice, consentStatus } from './shapes/consent.ts'
import { documentEntry } from './shapes/document-entry.ts'
import { signatureMark } from './shapes/document-model.ts'
import { resourceInfo } from './shapes/resource-info.ts'
import { sentAnswer } from './shapes/session.ts'
import { documentNo, instant, loanNo, requestCode, resource, sha256, text, written } from './wire.ts'
import { loanStatusCode, signStatusCode } from './wire-codes.ts'

export const signingConsentCall = defineCall({
  name: 'signingConsent',
  method: 'POST',
  path: '/dolphin-loan/online/signing/{requestCode}/consent',
  feature: 'agreements',
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
    'signingNotOpen',
    'signingExpired',
    'signingVoided',
    'signingSuspended',
    'signingConsentMissing',
    'consentRequired',
    'consentOutdated',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Agrees to electronic records, with proof that the PDF opens',
  source: 'ours',
})

export const signingDeclineCall = defineCall({
  name: 'signingDecline',
  method: 'POST',
  path: '/dolphin-loan/online/signing/{requestCode}/decline',
  feature: 'agreements',
  access: 'session',
  request: {
    params: z.strictObject({ requestCode }),
    body: z.strictObject({ reason: written(500).optional() }),
  },
  reply: z.strictObject({ requestCode, signStatus: signStatusCode }),
  refusals: ['notFound', 'signInRequiredForStep', 'signingNotOpen', 'signingAlreadySigned'],
  idempotent: true,
  summary: 'Cancels a signing; the loan stays as it is',
  source: 'ours',
})

export const signingSignCall = defineCall({
  name: 'signingSign',
  method: 'POST',
  path: '/dolphin-loan/online/signing/{requestCode}/sign',
  feature: 'agreements',
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
    'signingNotOpen',
    'signingExpired',
    'signingVoided',
    'signingSuspended',
    'signingAlreadySigned',
    'signingConsentMissing',
    'documentHashMismatch',
    'signatureInvalid',
  ],
  idempotent: true,
  summary: 'Signs exactly the bytes that were shown, once',
  source: 'ours',
})

export const parseSignatureResourceCall = defineCall({
  name: 'parseSignatureResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-signature-resource',
  feature: 'agreements',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What a signature link stands for',
  source: 'product.md §7',
})

export const sendLoanAgreementCall = defineCall({
  name: 'sendLoanAgreement',
  method: 'POST',
  path: '/dolphin-loan/online/send-loan-agreement',
  feature: 'agreements',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, to: z.enum(['link', 'copy']) }) },
  reply: z.strictObject({ ...sentAnswer.shape, maskedAddress: text(120) }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'signingNotOpen', 'tooManyRequests'],
  idempotent: true,
  summary: 'Mails the link to sign, or a copy of what was signed',
  source: 'product.md §7',
})
