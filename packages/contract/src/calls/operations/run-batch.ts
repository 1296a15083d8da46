import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, loanNo, money, portfolioId, sha256, text } from '../../wire.ts'

export const runBatchCall = defineCall({
  name: 'runBatch',
  method: 'POST',
  path: '/dolphin-ops/batch/run',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ portfolioId }) },
  reply: z.strictObject({
    portfolioId,
    batchDate: isoDate,
    /** More is due than fits one file: the rest is cut right after, file by file. */
    goesOn: z.boolean(),
    files: z
      .array(
        z.strictObject({
          fileName: text(200),
          sha256,
          effectiveEntryDate: isoDate,
          credits: z.int().nonnegative(),
          debits: z.int().nonnegative(),
          creditTotal: money,
          debitTotal: money,
        }),
      )
      .max(100),
    denied: z.array(z.strictObject({ loanNo, amount: money, rule: text(300) })).max(10_000),
    /** Loans without which the files were cut, with the code of their failure; the next run tries them again. */
    failed: z.array(z.strictObject({ loanNo, failure: text(64) })).max(10_000),
  }),
  refusals: ['notFound', 'batchNotAllowed'],
  idempotent: true,
  summary: 'Cuts the ACH files of a portfolio for the next banking day',
  source: 'ours',
})
