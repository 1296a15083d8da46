import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanHead } from '../../shapes/operations.ts'
import { loanNo, text } from '../../wire.ts'

export const approveLoanCall = defineCall({
  name: 'approveLoan',
  method: 'POST',
  path: '/dolphin-ops/approve',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ loanNo, note: text(2_000) }) },
  reply: loanHead,
  refusals: ['loanNotFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Approves a loan in review, before or after signing',
  source: 'ours',
})
