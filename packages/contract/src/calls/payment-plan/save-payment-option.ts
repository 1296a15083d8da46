import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { paymentSchedule, planTerms } from '../../shapes/payment-plan.ts'
import { loanFlagCode, signStatusCode } from '../../wire-codes.ts'
import { paymentModeCode } from '../../wire-payment-codes.ts'
import { instant, loanNo, optionId, requestCode, resource } from '../../wire.ts'

export const savePaymentOptionCall = defineCall({
  name: 'savePaymentOption',
  method: 'POST',
  path: '/dolphin-loan/online/save-payment-option',
  feature: 'payment-plan',
  access: 'session',
  request: {
    body: z.strictObject({
      loanNo,
      /** Either the option shown, or its terms. */
      optionId: optionId.optional(),
      terms: planTerms.optional(),
      /** Debits by ACH are declinable without losing the loan. */
      paymentMode: paymentModeCode.optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    schedule: paymentSchedule,
    loanFlags: z.array(loanFlagCode).max(4),
    /** The ceremony that is now open; an older one is voided. */
    ceremony: z.strictObject({ requestCode, signStatus: signStatusCode, expiresAt: instant }).nullable(),
    signatureResource: resource.nullable(),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'signInRequiredForStep',
    'planNotOffered',
    'amountOutOfRange',
    'dateNotAvailable',
    'offerExpired',
    'planRecalculationRequired',
    'bankAccountNotMatched',
    'paymentModeRefused',
  ],
  idempotent: true,
  summary: 'Saves the plan that the customer picked',
  source: 'product.md §7',
})
