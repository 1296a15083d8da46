import { z } from 'zod'
import { defineCall } from './call.ts'
import { changeEntry, changeRequestFields, changeResult } from './shapes/loan-change.ts'
import { changeNo, instant, isoDate, loanNo, money, text } from './wire.ts'
import {
  paydayAvailabilityCode,
  paydayOnHolidayCode,
  paymentFrequencyCode,
  payrollFrequencyCode,
} from './wire-codes.ts'
import { namedModeCode, paymentModeCode, queryServicingChangeTypeCode } from './wire-payment-codes.ts'

export const cancelChangeCall = defineCall({
  name: 'cancelChange',
  method: 'POST',
  path: '/dolphin-loan/online/change/{changeNo}/cancel',
  feature: 'servicing',
  access: 'customer',
  request: { params: z.strictObject({ changeNo }), body: z.strictObject({}) },
  reply: changeEntry,
  refusals: ['notFound', 'changeNotCancelable'],
  idempotent: true,
  summary: 'Cancels a change of which nothing was sent (905)',
  source: 'ours',
})

export const listChangeCall = defineCall({
  name: 'listChange',
  method: 'GET',
  path: '/dolphin-loan/online/change',
  feature: 'servicing',
  access: 'customer',
  request: { query: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loanNo,
    changes: z.array(changeEntry).max(500),
    /** What a change may be asked with now; null before the loan is funded. */
    choices: z
      .strictObject({
        /** Days of a single debit: payoff, extra payment. */
        debitDates: z.array(isoDate).max(60),
        payDownLeast: money,
        payDownMost: money,
        paymentsLeft: z.int().nonnegative(),
        paymentModes: z.array(
          z.strictObject({
            paymentMode: paymentModeCode,
            allowed: z.boolean(),
            reason: text(300).nullable(),
          }),
        ),
        payroll: z.strictObject({
          payrollFrequency: payrollFrequencyCode,
          nextPayday: isoDate,
          paydaysOfMonth: z.array(z.int()).max(2),
          paydayOnHoliday: paydayOnHolidayCode,
          paydayOnAvailable: paydayAvailabilityCode,
          paymentFrequency: paymentFrequencyCode,
        }),
        /** Help with the next payment; null where none is open to it. Source: domain.md §10. */
        hardship: z
          .strictObject({
            installmentNo: z.int().min(1),
            dueDate: isoDate,
            amount: money,
            /** Once in a loan, at no charge. */
            canMove: z.boolean(),
            moveDates: z.array(isoDate).max(60),
            /** Numbers of payments of a longer plan. */
            extendedNumbers: z.array(z.int().min(1)).max(120),
            /** Payments on their way, which the help covers if they come back or are not taken. */
            inFlight: z.array(z.strictObject({ dueDate: isoDate, amount: money })).max(120),
          })
          .nullable(),
        /** Payments to come that are taken by themselves; `until` is null of one that is being sent already. */
        stops: z
          .array(
            z.strictObject({
              installmentNo: z.int().min(1),
              dueDate: isoDate,
              amount: money,
              until: instant.nullable(),
            }),
          )
          .max(400),
      })
      .nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The changes of a loan and their status, and what may be asked for now',
  source: 'ours',
})

export const payFixedAmountCall = defineCall({
  name: 'payFixedAmount',
  method: 'POST',
  path: '/dolphin-loan/online/payment/multi-installment/pay-fixed-amount',
  feature: 'servicing',
  access: 'customer',
  request: {
    body: z.strictObject({
      ...changeRequestFields,
      amount: money,
      paymentMode: namedModeCode,
      date: isoDate.optional(),
    }),
  },
  reply: changeResult,
  storesNothing: 'inPreview',
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

export const payOffInNCall = defineCall({
  name: 'payOffInN',
  method: 'POST',
  path: '/dolphin-loan/online/payment/multi-installment/pay-off-in-n',
  feature: 'servicing',
  access: 'customer',
  request: {
    body: z.strictObject({
      ...changeRequestFields,
      number: z.int().min(1).max(120),
      paymentMode: namedModeCode,
      date: isoDate.optional(),
    }),
  },
  reply: changeResult,
  storesNothing: 'inPreview',
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

export const payOffCall = defineCall({
  name: 'payOff',
  method: 'POST',
  path: '/dolphin-loan/online/payment/multi-installment/pay-off',
  feature: 'servicing',
  access: 'customer',
  request: { body: z.strictObject({ ...changeRequestFields, paymentMode: namedModeCode, date: isoDate }) },
  reply: changeResult,
  storesNothing: 'inPreview',
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'changeAlreadyOpen',
    'dateNotAvailable',
    'cutOffPassed',
    'quoteOutdated',
    'paymentModeRefused',
    'debitNotEligible',
    'changeTypeRefused',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Pays off in one debit, by a quote',
  source: 'product.md §7',
})

export const requestChangeCall = defineCall({
  name: 'requestChange',
  method: 'POST',
  path: '/dolphin-loan/online/change/{changeTypeCode}',
  feature: 'servicing',
  access: 'customer',
  request: {
    params: z.strictObject({ changeTypeCode: queryServicingChangeTypeCode }),
    body: z.strictObject({
      ...changeRequestFields,
      /** 103 pay down. */
      amount: money.optional(),
      date: isoDate.optional(),
      /** `due` pays what is due, past due first, and leaves the schedule as it is. */
      effect: z.enum(['shorter', 'smaller', 'due']).optional(),
      /** 105, 106 payroll. */
      payrollFrequency: payrollFrequencyCode.optional(),
      nextPayday: isoDate.optional(),
      /** Coded days of the month: two for semi-monthly pay, one for monthly. */
      paydaysOfMonth: z.array(z.int().min(-13).max(31)).max(2).optional(),
      /** How often payments fall due from then on. */
      paymentFrequency: paymentFrequencyCode.optional(),
      /** 108, 109. */
      paydayOnHoliday: paydayOnHolidayCode.optional(),
      paydayOnAvailable: paydayAvailabilityCode.optional(),
      /** 104, 201, 205: which payment; 104 without one stops all. 111: how many payments of a longer plan. */
      number: z.int().min(1).max(400).optional(),
      /** 103, 107. */
      paymentMode: namedModeCode.optional(),
    }),
  },
  reply: changeResult,
  storesNothing: 'inPreview',
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'changeAlreadyOpen',
    'changeTooLate',
    'amountTooSmall',
    'amountTooLarge',
    'dateNotAvailable',
    'cutOffPassed',
    'quoteOutdated',
    'paymentModeRefused',
    'authorizationRequired',
    'debitNotEligible',
    'changeTypeRefused',
    'signatureInvalid',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Previews or saves a servicing change: 103 to 109, and help with a payment (201, 205, 111)',
  source: 'ours',
})
