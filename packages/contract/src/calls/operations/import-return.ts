import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { queryPortfolioId, sha256, text } from '../../wire.ts'

export const importReturnCall = defineCall({
  name: 'importReturn',
  method: 'POST',
  path: '/dolphin-ops/return/import',
  feature: 'operations',
  access: 'operations',
  requestType: 'multipart',
  request: { body: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    sha256,
    returns: z.int().nonnegative(),
    notificationsOfChange: z.int().nonnegative(),
    alreadyKnown: z.int().nonnegative(),
    unmatched: z.array(z.strictObject({ line: z.int(), traceNumber: text(15), code: text(3) })).max(10_000),
  }),
  refusals: ['notFound', 'importRefused', 'payloadTooLarge'],
  idempotent: true,
  summary: 'Takes a return file of the bank',
  source: 'ours',
})
