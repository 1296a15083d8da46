import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { consentStatus } from '../../shapes/consent.ts'
import { documentModel } from '../../shapes/document-model.ts'
import {
  bankAccountTypeCode,
  documentTypeCode,
  ibvStatusCode,
  payrollFrequencyCode,
  signStatusCode,
} from '../../wire-codes.ts'
import {
  accountId,
  documentNo,
  instant,
  isoDate,
  loanNo,
  maskedNumber,
  money,
  requestCode,
  sha256,
  signedMoney,
  text,
} from '../../wire.ts'

const verificationDetails = z.strictObject({
  purpose: z.literal('IBV'),
  requestCode,
  loanNo,
  ibvStatus: ibvStatusCode,
  institution: text(120).nullable(),
  accounts: z
    .array(
      z.strictObject({
        accountId,
        accountMasked: maskedNumber,
        accountType: bankAccountTypeCode,
        balance: signedMoney,
        /** It is the account that was typed in the bank section. */
        matched: z.boolean(),
      }),
    )
    .max(50),
  income: z
    .strictObject({
      monthlyNetIncome: money,
      frequency: payrollFrequencyCode.nullable(),
      nextPaydays: z.array(isoDate).max(12),
      daysOfHistory: z.int().nonnegative(),
    })
    .nullable(),
})

const signingDetails = z.strictObject({
  purpose: z.literal('signature'),
  requestCode,
  loanNo,
  signStatus: signStatusCode,
  expiresAt: instant,
  signerName: text(200),
  documents: z
    .array(
      z.strictObject({
        documentNo,
        documentType: documentTypeCode,
        title: text(200),
        /** The hash of the very bytes to be signed; `sign` takes it back. */
        sha256,
        /** Shown as HTML from the same model as the PDF. */
        model: documentModel,
      }),
    )
    .max(10),
  keyFigures: z.array(z.strictObject({ label: text(120), value: text(120), description: text(500) })).max(20),
  consents: z.array(consentStatus).max(10),
  /** What is done of consent, read, sign. */
  electronicConsentGiven: z.boolean(),
  /** A code inside the sample PDF, typed back as proof that it opens. */
  proofDocumentNo: documentNo,
})

export const getRequestDetailsCall = defineCall({
  name: 'getRequestDetails',
  method: 'GET',
  path: '/dolphin-loan/online/get-request-details',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ requestCode }) },
  reply: z.discriminatedUnion('purpose', [verificationDetails, signingDetails]),
  refusals: ['notFound', 'signInRequiredForStep'],
  idempotent: false,
  summary: 'What a bank verification found, or what is to be signed',
  source: 'product.md §7',
})
