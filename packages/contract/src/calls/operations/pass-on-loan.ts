import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanHead } from '../../shapes/operations.ts'
import { originatingSubStatus } from '../../wire-codes.ts'
import { loanNo, text } from '../../wire.ts'

export const passOnLoanCall = defineCall({
  name: 'passOnLoan',
  method: 'POST',
  path: '/dolphin-ops/pass-on',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ loanNo, to: originatingSubStatus, note: text(2_000) }) },
  reply: loanHead,
  refusals: ['loanNotFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Passes a loan on to another review',
  source: 'ours',
})
