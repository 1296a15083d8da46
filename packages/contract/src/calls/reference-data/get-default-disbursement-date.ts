import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, isoDate, queryPortfolioId } from '../../wire.ts'

export const getDefaultDisbursementDateCall = defineCall({
  name: 'getDefaultDisbursementDate',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-default-disbursement-date',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({ date: isoDate, cutOffAt: instant }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The date on which money is sent unless another is picked',
  source: 'product.md §7',
})
