import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { planCost, planCostDifference, planTerms } from '../../shapes/payment-plan.ts'
import { customerChangeTypeCode } from '../../wire-payment-codes.ts'
import { loanNo, money, optionId } from '../../wire.ts'

const comparedPlan = z.union([
  z.literal('current'),
  z.strictObject({ optionId }),
  planTerms,
  /** A servicing change, as its preview would make it. */
  z.strictObject({
    changeTypeCode: customerChangeTypeCode,
    amount: money.optional(),
    number: z.int().min(1).max(120).optional(),
  }),
])

export const compareTransactionFeeCall = defineCall({
  name: 'compareTransactionFee',
  method: 'POST',
  path: '/dolphin-loan/online/loan/compare-transaction-fee',
  feature: 'payment-plan',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, planA: comparedPlan, planB: comparedPlan }) },
  reply: z.strictObject({ loanNo, planA: planCost, planB: planCost, difference: planCostDifference }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'planNotOffered',
    'amountOutOfRange',
    'dateNotAvailable',
    'offerExpired',
    'planRecalculationRequired',
    'bankAccountNotMatched',
    'changeAlreadyOpen',
    'changeTypeRefused',
    'amountTooSmall',
    'amountTooLarge',
  ],
  idempotent: false,
  summary: 'Fee, interest, total and APR of two plans, and the difference',
  source: 'product.md §7',
})
