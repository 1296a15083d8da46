import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, loanNo, portfolioId } from '../../wire.ts'

export const exportRecordsCall = defineCall({
  name: 'exportRecords',
  method: 'POST',
  path: '/dolphin-ops/export',
  feature: 'operations',
  access: 'operations',
  replyType: 'file',
  request: {
    body: z.strictObject({
      /** One loan, whole; or else a portfolio. */
      loanNo: loanNo.optional(),
      /** Every loan of which something happened in the period. */
      portfolioId: portfolioId.optional(),
      /** Days of the portfolio's time zone, both included; a portfolio's export needs them. */
      from: isoDate.optional(),
      to: isoDate.optional(),
    }),
  },
  reply: z.unknown(),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'The examiner pack: one signed ZIP of a loan’s or a portfolio’s records',
  source: 'ours',
})
