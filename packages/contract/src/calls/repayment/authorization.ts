import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { signatureMark } from '../../shapes/document-model.ts'
import { paymentModeCode } from '../../wire-payment-codes.ts'
import { documentNo, instant, loanNo, versionNo } from '../../wire.ts'

export const authorizationCall = defineCall({
  name: 'authorization',
  method: 'POST',
  path: '/dolphin-loan/online/authorization',
  feature: 'repayment',
  access: 'customer',
  request: {
    body: z.strictObject({
      loanNo,
      /** The text shown, so that what is authorised is what was read. */
      version: versionNo,
      mark: signatureMark,
    }),
  },
  reply: z.strictObject({ loanNo, authorizedAt: instant, documentNo, paymentMode: paymentModeCode }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'consentOutdated',
    'signatureInvalid',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Gives a new authorisation of ACH debits',
  source: 'ours',
})
