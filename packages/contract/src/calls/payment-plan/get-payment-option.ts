import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { paymentPlan } from '../../shapes/payment-plan.ts'
import { paymentFrequencyCode, queryPaymentFrequency } from '../../wire-codes.ts'
import { payoffOptionCode } from '../../wire-payment-codes.ts'
import { isoDate, loanNo, money, optionId, text } from '../../wire.ts'

export const getPaymentOptionCall = defineCall({
  name: 'getPaymentOption',
  method: 'GET',
  path: '/dolphin-loan/online/loan/get-payment-option',
  feature: 'payment-plan',
  access: 'customer',
  request: {
    query: z.strictObject({
      loanNo,
      /** What the slider stands at; without it, the saved plan's amount or the most on offer. */
      amount: money.optional(),
      frequency: queryPaymentFrequency.optional(),
      firstDate: isoDate.optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    amount: money,
    minimum: money,
    maximum: money,
    step: money,
    effectiveDate: isoDate,
    frequencies: z.array(paymentFrequencyCode).max(2),
    firstDates: z.array(isoDate).max(60),
    plans: z.array(paymentPlan).max(120),
    recommendedOptionId: optionId.nullable(),
    /** The plan that is saved, if any. */
    savedOptionId: optionId.nullable(),
    /** The coupon that the loan holds, whether it takes something off every plan or not. */
    couponCode: text(40).nullable(),
    /** Paydays, for the picker to mark. */
    paydays: z.array(isoDate).max(400),
    /** For a live loan: one-time 510, in N 102, fixed amount 111. */
    payoffOptions: z
      .array(
        z.strictObject({
          payoffOption: payoffOptionCode,
          allowed: z.boolean(),
          reason: text(300).nullable(),
          amount: money.nullable(),
          least: money.nullable(),
          most: money.nullable(),
          numbers: z.array(z.int().min(1).max(120)).max(120),
          dates: z.array(isoDate).max(60),
        }),
      )
      .max(3),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'amountOutOfRange',
    'offerExpired',
    'planRecalculationRequired',
    'bankAccountNotMatched',
  ],
  idempotent: false,
  summary: 'The payment plans on offer, and for a live loan its payoff options',
  source: 'product.md §7',
})
