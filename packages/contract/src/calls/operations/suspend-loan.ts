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
      /** Null lifts the suspension. */
      subStatus: suspendedSubStatus.nullable(),
      note: text(2_000),
    }),
  },
  reply: loanHead,
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Suspends a loan, or lifts its suspension',
  source: 'ours',
})
