import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, portfolioId, queryPortfolioId, text } from '../../wire.ts'

const rate = z.strictObject({
  kind: z.enum(['unauthorised', 'administrative', 'overall']),
  returns: z.int().nonnegative(),
  /** Per cent with two places, rounded half up ("0.52"); null while nothing was sent. */
  rate: text(16).nullable(),
  /** Per cent: "0.50". */
  limit: text(16),
  /** Beyond the limit a rule is broken, or an explanation is asked for. */
  consequence: z.enum(['rule', 'inquiry']),
  status: z.enum(['ok', 'near', 'over']),
})

export const returnRateCall = defineCall({
  name: 'returnRate',
  method: 'GET',
  path: '/dolphin-ops/return-rate',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    portfolioId,
    day: isoDate,
    windows: z
      .array(
        z.strictObject({
          kind: z.enum(['sixtyDays', 'twoMonths']),
          from: isoDate,
          to: isoDate,
          debits: z.int().nonnegative(),
          returns: z.array(z.strictObject({ code: text(3), count: z.int().positive() })).max(100),
          rates: z.array(rate).length(3),
        }),
      )
      .length(2),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Return rates of a portfolio’s debits beside their limits',
  source: 'ours',
})
