import { z } from 'zod'
import { defineCall } from './call.ts'
import {
  paymentPlan,
  paymentSchedule,
  planCost,
  planCostDifference,
  planTerms,
} from './shapes/payment-plan.ts'
import {
  instant,
  isoDate,
  loanNo,
  money,
  optionId,
  portfolioId,
  requestCode,
  resource,
  signedMoney,
  text,
  usState,
} from './wire.ts'
import {
  formActionModeCode,
  loanFlagCode,
  paydayAvailabilityCode,
  paydayOnHolidayCode,
  paymentFrequencyCode,
  payrollFrequencyCode,
  queryPaymentFrequency,
  signStatusCode,
} from './wire-codes.ts'
import { customerChangeTypeCode, namedModeCode, payoffOptionCode } from './wire-payment-codes.ts'

/** One expected transaction of the account that the installments are paid from. */
const cashEvent = z.strictObject({
  date: isoDate,
  kind: z.enum(['payday', 'bill', 'installment']),
  /** Who pays or is paid, in the account's own words; empty for an installment. */
  label: text(120),
  /** Negative goes out. */
  amount: signedMoney,
  balanceAfter: signedMoney,
})

/** The days ahead of that account, from the verified bank data. Source: docs/decisions/affordability.md. */
export const affordability = z.strictObject({
  /** Last four digits of the account. */
  accountTail: text(4),
  /** The day of the bank data; nothing of that day or before is repeated. */
  asOf: isoDate,
  to: isoDate,
  startBalance: signedMoney,
  events: z.array(cashEvent).max(200),
  lowest: z.strictObject({ date: isoDate, balance: signedMoney }),
  /** Days on which an installment would leave the account below zero. */
  shortfallDates: z.array(isoDate).max(60),
  /** The soonest first date on offer that no installment falls short with; null where none helps or none is needed. */
  betterFirstDate: isoDate.nullable(),
})

const payroll = z.strictObject({
  frequency: payrollFrequencyCode,
  nextPayday: isoDate,
  paydayOnHoliday: paydayOnHolidayCode,
  paydayOnAvailable: paydayAvailabilityCode,
})

/** The coupon of the plan that the page showed, null for none: no plan with another one is saved. Left out, none is compared. */
const shownCoupon = text(40).nullable().optional()

export const calculatePaymentScheduleCall = defineCall({
  name: 'calculatePaymentSchedule',
  method: 'POST',
  path: '/dolphin-loan/online/calculate-payment-schedule',
  feature: 'plans',
  access: 'session',
  request: {
    body: z.union([
      z.strictObject({
        mode: formActionModeCode,
        loanNo,
        optionId: optionId.optional(),
        terms: planTerms.optional(),
        couponCode: shownCoupon,
      }),
      z.strictObject({
        mode: formActionModeCode,
        portfolioId,
        terms: planTerms.omit({ firstDate: true }),
        payroll,
      }),
    ]),
  },
  reply: paymentSchedule.extend({
    /** For a loan's preview where the linked account is the one to be debited; else null. */
    affordability: affordability.nullable(),
  }),
  storesNothing: 'inPreview',
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'planNotOffered',
    'amountOutOfRange',
    'dateNotAvailable',
    'offerExpired',
    'planRecalculationRequired',
    'bankAccountNotMatched',
    'signInRequiredForStep',
  ],
  idempotent: true,
  summary: 'The schedule and the cost of a plan; preview 0 or save 1',
  source: 'product.md §7',
})

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
  feature: 'plans',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, planA: comparedPlan, planB: comparedPlan }) },
  reply: z.strictObject({ loanNo, planA: planCost, planB: planCost, difference: planCostDifference }),
  storesNothing: 'always',
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

export const getPaymentOptionCall = defineCall({
  name: 'getPaymentOption',
  method: 'GET',
  path: '/dolphin-loan/online/loan/get-payment-option',
  feature: 'plans',
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

export const getSimulatedDataCall = defineCall({
  name: 'getSimulatedData',
  method: 'POST',
  path: '/dolphin-loan/online/get-simulated-data',
  feature: 'plans',
  access: 'public',
  request: {
    body: z.strictObject({
      portfolioId,
      amount: money,
      frequency: paymentFrequencyCode,
      /** Without it, the number that an offer would recommend. */
      number: z.int().min(1).max(120).optional(),
      state: usState,
      /** Without it, pay on Fridays. */
      payday: isoDate.optional(),
    }),
  },
  reply: z.strictObject({
    schedule: paymentSchedule,
    minimum: money,
    maximum: money,
    step: money,
    numbers: z.array(z.int().min(1).max(120)).max(120),
  }),
  refusals: [
    'portfolioClosed',
    'stateNotServed',
    'amountOutOfRange',
    'dateNotAvailable',
    'planNotOffered',
    'tooManyRequests',
  ],
  idempotent: false,
  summary: 'A what-if plan without an account; nothing is stored',
  source: 'product.md §7',
})

export const savePaymentOptionCall = defineCall({
  name: 'savePaymentOption',
  method: 'POST',
  path: '/dolphin-loan/online/save-payment-option',
  feature: 'plans',
  access: 'session',
  request: {
    body: z.strictObject({
      loanNo,
      /** Either the option shown, or its terms. */
      optionId: optionId.optional(),
      terms: planTerms.optional(),
      couponCode: shownCoupon,
      /** Debits by ACH are declinable without losing the loan. */
      paymentMode: namedModeCode.optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    schedule: paymentSchedule,
    loanFlags: z.array(loanFlagCode).max(4),
    /** The signing session that is now open; an older one is voided. */
    signingSession: z
      .strictObject({ requestCode, signStatus: signStatusCode, expiresAt: instant })
      .nullable(),
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
