import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeRequestParts, changeResult } from '../../shapes/loan-change.ts'
import { paymentModeCode } from '../../wire-payment-codes.ts'
import { isoDate } from '../../wire.ts'

export const payOffInNCall = defineCall({
  name: 'payOffInN',
  method: 'POST',
  path: '/dolphin-loan/online/payment/multi-installment/pay-off-in-n',
  feature: 'repayment',
  access: 'customer',
  request: {
    body: z.strictObject({
      ...changeRequestParts,
      number: z.int().min(1).max(120),
      paymentMode: paymentModeCode,
      date: isoDate.optional(),
    }),
  },
  reply: changeResult,
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'changeAlreadyOpen',
    'dateNotAvailable',
    'quoteOutdated',
    'paymentModeRefused',
    'authorizationRequired',
    'changeTypeRefused',
    'signatureInvalid',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Pays off in N level installments on the next paydays',
  source: 'product.md §7',
})
