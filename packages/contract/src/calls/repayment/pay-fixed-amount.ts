import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeRequestParts, changeResult } from '../../shapes/loan-change.ts'
import { paymentModeCode } from '../../wire-payment-codes.ts'
import { isoDate, money } from '../../wire.ts'

export const payFixedAmountCall = defineCall({
  name: 'payFixedAmount',
  method: 'POST',
  path: '/dolphin-loan/online/payment/multi-installment/pay-fixed-amount',
  feature: 'repayment',
  access: 'customer',
  request: {
    body: z.strictObject({
      ...changeRequestParts,
      amount: money,
      paymentMode: paymentModeCode,
      date: isoDate.optional(),
    }),
  },
  reply: changeResult,
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'changeAlreadyOpen',
    'amountTooSmall',
    'amountTooLarge',
    'dateNotAvailable',
    'quoteOutdated',
    'paymentModeRefused',
    'authorizationRequired',
    'changeTypeRefused',
    'signatureInvalid',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Pays the same amount each payday until all is paid',
  source: 'product.md §7',
})
