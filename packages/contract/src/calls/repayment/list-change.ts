import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeEntry } from '../../shapes/loan-change.ts'
import {
  paydayAvailabilityCode,
  paydayOnHolidayCode,
  paymentFrequencyCode,
  payrollFrequencyCode,
} from '../../wire-codes.ts'
import { paymentModeCode } from '../../wire-payment-codes.ts'
import { isoDate, loanNo, money, text } from '../../wire.ts'

export const listChangeCall = defineCall({
  name: 'listChange',
  method: 'GET',
  path: '/dolphin-loan/online/change',
  feature: 'repayment',
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
          })
          .nullable(),
      })
      .nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The changes of a loan and their status, and what may be asked for now',
  source: 'ours',
})
