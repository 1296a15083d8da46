import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { affordability } from '../../shapes/affordability.ts'
import { paymentSchedule, planTerms } from '../../shapes/payment-plan.ts'
import {
  formActionModeCode,
  paydayAvailabilityCode,
  paydayOnHolidayCode,
  payrollFrequencyCode,
} from '../../wire-codes.ts'
import { isoDate, loanNo, optionId, portfolioId } from '../../wire.ts'

const payroll = z.strictObject({
  frequency: payrollFrequencyCode,
  nextPayday: isoDate,
  paydayOnHoliday: paydayOnHolidayCode,
  paydayOnAvailable: paydayAvailabilityCode,
})

export const calculatePaymentScheduleCall = defineCall({
  name: 'calculatePaymentSchedule',
  method: 'POST',
  path: '/dolphin-loan/online/calculate-payment-schedule',
  feature: 'payment-plan',
  access: 'session',
  request: {
    body: z.union([
      z.strictObject({
        mode: formActionModeCode,
        loanNo,
        optionId: optionId.optional(),
        terms: planTerms.optional(),
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
