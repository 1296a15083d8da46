import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, queryPortfolioId } from '../../wire.ts'

export const availableDateCall = defineCall({
  name: 'availableDate',
  method: 'GET',
  path: '/dolphin-loan/assistant/available-date',
  feature: 'reference-data',
  access: 'public',
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId,
      kind: z.enum(['disbursement', 'firstPayment', 'payment']),
    }),
  },
  reply: z.strictObject({
    kind: z.enum(['disbursement', 'firstPayment', 'payment']),
    dates: z.array(isoDate).max(120),
    defaultDate: isoDate,
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The dates that can be picked',
  source: 'product.md §7',
})
