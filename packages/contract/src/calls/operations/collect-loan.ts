import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanHead } from '../../shapes/operations.ts'
import { collectingSubStatus } from '../../wire-codes.ts'
import { loanNo, text } from '../../wire.ts'

export const collectLoanCall = defineCall({
  name: 'collectLoan',
  method: 'POST',
  path: '/dolphin-ops/collect',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      loanNo,
      /** `cleared` ends collecting: the loan is 203 at once. */
      subStatus: collectingSubStatus,
      note: text(2_000),
    }),
  },
  reply: z.strictObject({
    loan: loanHead,
    /** Of the write-off that a second employee confirms, once less than all was accepted; null else. */
    postingNo: text(64).nullable(),
  }),
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Moves a loan along its collection',
  source: 'ours',
})
