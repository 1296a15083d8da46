import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { statementHead } from '../../shapes/statement.ts'
import { requestCode, text } from '../../wire.ts'

export const releaseStatementCall = defineCall({
  name: 'releaseStatement',
  method: 'POST',
  path: '/dolphin-ops/statement/release',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ requestCode, note: text(2_000) }) },
  reply: statementHead,
  refusals: ['notFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Lets a file out of quarantine; it then waits like any other statement',
  source: 'ours',
})
