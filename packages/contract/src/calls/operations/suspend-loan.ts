import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanHead } from '../../shapes/operations.ts'
import { suspendedSubStatus } from '../../wire-codes.ts'
import { loanNo, text } from '../../wire.ts'

export const suspendLoanCall = defineCall({
  name: 'suspendLoan',
  method: 'POST',
  path: '/dolphin-ops/suspend',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      loanNo,
      /** Null cures the loan: it is 203 again, out of suspension or out of collecting. */
      subStatus: suspendedSubStatus.nullable(),
      note: text(2_000),
    }),
  },
  reply: loanHead,
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Suspends a loan, or lets its payments go on',
  source: 'ours',
})
