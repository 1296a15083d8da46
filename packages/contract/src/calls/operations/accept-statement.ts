import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { incomeFindings, statementHead } from '../../shapes/statement.ts'
import { requestCode, text } from '../../wire.ts'

export const acceptStatementCall = defineCall({
  name: 'acceptStatement',
  method: 'POST',
  path: '/dolphin-ops/statement/accept',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      requestCode,
      /** Last four digits of the account on the statement; they must be those of the typed account. */
      accountTail: z.string().regex(/^\d{4}$/, 'Enter the last 4 digits'),
      /** As the statement names its owner; null where it does not. */
      ownerName: text(200).nullable(),
      /** What differs from what was computed; all of it where nothing was. */
      findings: incomeFindings.partial(),
      note: text(2_000),
    }),
  },
  reply: statementHead,
  refusals: ['notFound', 'reviewDecisionRefused', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Accepts a statement in place of a bank link: its income counts as verified',
  source: 'ours',
})
