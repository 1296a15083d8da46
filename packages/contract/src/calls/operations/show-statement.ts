import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { incomeFindings, statementHead, statementRead } from '../../shapes/statement.ts'
import { maskedNumber, requestCode, text } from '../../wire.ts'

export const showStatementCall = defineCall({
  name: 'showStatement',
  method: 'GET',
  path: '/dolphin-ops/statement/{requestCode}',
  feature: 'operations',
  access: 'operations',
  request: { params: z.strictObject({ requestCode }) },
  reply: z.strictObject({
    ...statementHead.shape,
    /** What was read of a table; null where a person has to look. */
    read: statementRead.nullable(),
    /** What accepting it takes over unless something else is said; null where nothing is computed. */
    computed: incomeFindings.nullable(),
    /** What the borrower typed. */
    stated: z.strictObject({
      employer: text(200).nullable(),
      monthlyNetIncome: text(20),
      accountMasked: maskedNumber.nullable(),
    }),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'One statement: what was read and computed, and what the borrower said',
  source: 'ours',
})
