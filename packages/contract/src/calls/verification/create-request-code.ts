import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { ticketCode } from '../../wire-codes.ts'
import { instant, loanNo, requestCode, text } from '../../wire.ts'

export const createRequestCodeCall = defineCall({
  name: 'createRequestCode',
  method: 'POST',
  path: '/dolphin-loan/online/create-request-code',
  feature: 'verification',
  access: 'session',
  request: {
    body: z.strictObject({
      loanNo,
      purpose: z.enum(['IBV', 'signature']),
      /** IBV: another provider than the portfolio's first, from get-provider's fall-backs. */
      providerId: text(40).optional(),
    }),
  },
  reply: z.strictObject({
    requestCode,
    purpose: z.enum(['IBV', 'signature']),
    expiresAt: instant,
    /** The channel ticket that tells of its outcome. */
    ticket: ticketCode,
    /** Where it is done: the provider's page, or the signature page. */
    url: text(2_000),
    /** For a provider that runs by script. */
    linkToken: text(2_000).nullable(),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'signInRequiredForStep',
    'sectionsIncomplete',
    'verificationTriesUsedUp',
    'verificationProviderUnavailable',
    'planRecalculationRequired',
    'offerExpired',
    'militaryCheckUnavailable',
  ],
  idempotent: true,
  summary: 'Opens a bank verification or a signing',
  source: 'product.md §7',
})
