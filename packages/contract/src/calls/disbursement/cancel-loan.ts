import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formActionModeCode, loanStatusCode } from '../../wire-codes.ts'
import { instant, isoDate, loanNo, money } from '../../wire.ts'

export const cancelLoanCall = defineCall({
  name: 'cancelLoan',
  method: 'POST',
  path: '/dolphin-loan/online/cancel-loan',
  feature: 'disbursement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, mode: formActionModeCode }) },
  reply: z.strictObject({
    loanNo,
    mode: formActionModeCode,
    loanStatus: loanStatusCode,
    /** Until then the loan may be cancelled. */
    cancelUntil: instant,
    /** Debited once, without interest; null where nothing was sent. */
    principalDebit: money.nullable(),
    debitDate: isoDate.nullable(),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'rescissionTimePassed',
    'debitDenied',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Cancels a loan just received',
  source: 'ours',
})
