import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanHead } from '../../shapes/operations.ts'
import { loanNo, text } from '../../wire.ts'

export const terminateLoanCall = defineCall({
  name: 'terminateLoan',
  method: 'POST',
  path: '/dolphin-ops/terminate',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      loanNo,
      /** voided: the bank has dropped the credit before it settled · paidOff: nothing is owed any more. */
      subStatus: z.enum(['voided', 'paidOff']),
      note: text(2_000),
    }),
  },
  reply: loanHead,
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Ends a loan: voided before it is funded, or with nothing owed',
  source: 'ours',
})
