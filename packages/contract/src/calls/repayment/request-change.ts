import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeRequestParts, changeResult } from '../../shapes/loan-change.ts'
import {
  paydayAvailabilityCode,
  paydayOnHolidayCode,
  paymentFrequencyCode,
  payrollFrequencyCode,
} from '../../wire-codes.ts'
import { paymentModeCode, queryServicingChangeTypeCode } from '../../wire-payment-codes.ts'
import { isoDate, money } from '../../wire.ts'

export const requestChangeCall = defineCall({
  name: 'requestChange',
  method: 'POST',
  path: '/dolphin-loan/online/change/{changeTypeCode}',
  feature: 'repayment',
  access: 'customer',
  request: {
    params: z.strictObject({ changeTypeCode: queryServicingChangeTypeCode }),
    body: z.strictObject({
      ...changeRequestParts,
      /** 103 pay down. */
      amount: money.optional(),
      date: isoDate.optional(),
      effect: z.enum(['shorter', 'smaller']).optional(),
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
      /** 201, 205: which payment. 111: how many payments of a longer plan. */
      number: z.int().min(1).max(400).optional(),
      /** 103, 107. */
      paymentMode: paymentModeCode.optional(),
    }),
  },
  reply: changeResult,
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
    'debitDenied',
    'changeTypeRefused',
    'signatureInvalid',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Previews or saves a servicing change: 103 to 109, and help with a payment (201, 205, 111)',
  source: 'ours',
})
