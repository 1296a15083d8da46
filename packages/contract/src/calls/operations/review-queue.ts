import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { declineReason } from '../../shapes/decline-reason.ts'
import { loanHead } from '../../shapes/operations.ts'
import { originatingSubStatus, signStatusCode } from '../../wire-codes.ts'
import { instant, money, queryPortfolioId, text } from '../../wire.ts'

export const reviewQueueCall = defineCall({
  name: 'reviewQueue',
  method: 'GET',
  path: '/dolphin-ops/review-queue',
  feature: 'operations',
  access: 'operations',
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId.optional(),
      subStatus: originatingSubStatus.optional(),
      after: text(64).optional(),
    }),
  },
  reply: z.strictObject({
    loans: z
      .array(
        z.strictObject({
          ...loanHead.shape,
          reasons: z.array(declineReason).max(20),
          waitingSince: instant,
          amount: money.nullable(),
          signStatus: signStatusCode.nullable(),
        }),
      )
      .max(100),
    after: text(64).nullable(),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Loans that wait for a person, longest first',
  source: 'ours',
})
