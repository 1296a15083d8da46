import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, loanNo, money, portfolioId, text } from '../../wire.ts'

export const runSettlementCall = defineCall({
  name: 'runSettlement',
  method: 'POST',
  path: '/dolphin-ops/settlement/run',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ portfolioId }) },
  reply: z.strictObject({
    portfolioId,
    settledOn: isoDate,
    settled: z.array(z.strictObject({ loanNo, transactionNo: text(64), amount: money })).max(10_000),
    /** Two banking days without a return. */
    checked: z.int().nonnegative(),
    /** Loans whose settlement failed, with the code of the failure; the others went on, and the next run tries these again. */
    failed: z.array(z.strictObject({ loanNo, failure: text(64) })).max(10_000),
  }),
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Settles what is due: effective entry date 08:30 New York',
  source: 'ours',
})
