import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, loanNo, queryPortfolioId, text } from '../../wire.ts'

const replayed = z.strictObject({
  decisionNo: text(64),
  loanNo,
  decidedAt: instant,
  outcome: text(40),
  policyVersion: text(40),
  /** `person`: an employee decided, nothing to compute. `unprovable`: stored before its inputs were kept whole. */
  result: z.enum(['same', 'different', 'person', 'unprovable']),
  differences: z
    .array(z.strictObject({ path: text(200), stored: text(2_000), replayed: text(2_000) }))
    .max(500),
})

export const replayDecisionCall = defineCall({
  name: 'replayDecision',
  method: 'GET',
  path: '/dolphin-ops/decision/replay',
  feature: 'operations',
  access: 'operations',
  request: {
    query: z.strictObject({
      /** One decision, or all of a loan; neither: all of a portfolio, a page at a time. */
      decisionNo: text(64).optional(),
      loanNo: loanNo.optional(),
      portfolioId: queryPortfolioId.optional(),
      after: text(64).optional(),
    }),
  },
  reply: z.strictObject({ decisions: z.array(replayed).max(1_000), after: text(64).nullable() }),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'Makes stored decisions again from their stored inputs and policy, and shows any difference',
  source: 'ours',
})
