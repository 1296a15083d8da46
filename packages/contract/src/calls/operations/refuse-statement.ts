import { STATEMENT_REFUSAL_CODES } from '@dolphin/domain/verification/statement-refusal'
import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { statementHead } from '../../shapes/statement.ts'
import { requestCode, text } from '../../wire.ts'

export const refuseStatementCall = defineCall({
  name: 'refuseStatement',
  method: 'POST',
  path: '/dolphin-ops/statement/refuse',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({ requestCode, reason: z.enum(STATEMENT_REFUSAL_CODES), note: text(2_000) }),
  },
  reply: statementHead,
  refusals: ['notFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Refuses a statement; the borrower is told why and may send another',
  source: 'ours',
})
