import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeRequestParts, changeResult } from '../../shapes/loan-change.ts'
import { paymentModeCode } from '../../wire-payment-codes.ts'
import { isoDate } from '../../wire.ts'

export const payOffCall = defineCall({
  name: 'payOff',
  method: 'POST',
  path: '/dolphin-loan/online/payment/multi-installment/pay-off',
  feature: 'repayment',
  access: 'customer',
  request: { body: z.strictObject({ ...changeRequestParts, paymentMode: paymentModeCode, date: isoDate }) },
  reply: changeResult,
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'changeAlreadyOpen',
    'dateNotAvailable',
    'cutOffPassed',
    'quoteOutdated',
    'paymentModeRefused',
    'debitDenied',
    'changeTypeRefused',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Pays off in one debit, by a quote',
  source: 'product.md §7',
})
