import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, isoDate, queryPortfolioId } from '../../wire.ts'

export const countdownSameDayCall = defineCall({
  name: 'countdownSameDay',
  method: 'GET',
  path: '/dolphin-loan/assistant/countdown-same-day',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    /** Zero once the cut-off has passed, and on days without banks. */
    secondsLeft: z.int().nonnegative(),
    cutOffAt: instant,
    fundsArriveOn: isoDate,
    sameDay: z.boolean(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Time left until the same-day cut-off, and when money arrives',
  source: 'product.md §7',
})
