import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanNo, portfolioId, queryPortfolioId, signedMoney } from '../../wire.ts'

export const verifyLedgersCall = defineCall({
  name: 'verifyLedgers',
  method: 'GET',
  path: '/dolphin-ops/ledger',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, after: loanNo.optional() }) },
  reply: z.strictObject({
    portfolioId,
    /** Loans with a ledger, all pages together. */
    loansInAll: z.int().nonnegative(),
    loans: z
      .array(
        z.strictObject({ loanNo, postings: z.int().min(1), intact: z.boolean(), loanTotal: signedMoney }),
      )
      .max(100),
    /** Of the whole book. */
    bookTotal: signedMoney,
    after: loanNo.nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Walks the ledger chains of a portfolio, a hundred loans at a time',
  source: 'ours',
})
