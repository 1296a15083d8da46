import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanHead } from '../../shapes/operations.ts'
import { loanNo, text } from '../../wire.ts'

export const declineLoanCall = defineCall({
  name: 'declineLoan',
  method: 'POST',
  path: '/dolphin-ops/decline',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      loanNo,
      /** Codes of the policy's reasons: the adverse action notice names them. */
      reasonCodes: z.array(text(64)).min(1, 'Name at least one reason').max(4),
      note: text(2_000),
    }),
  },
  reply: loanHead,
  refusals: ['loanNotFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Declines a loan with specific reasons',
  source: 'ours',
})
