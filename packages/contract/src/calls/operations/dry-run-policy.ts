import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanNo, portfolioId, signedMoney, text } from '../../wire.ts'

export const dryRunPolicyCall = defineCall({
  name: 'dryRunPolicy',
  method: 'POST',
  path: '/dolphin-ops/decision/dry-run',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      /** As policy.json holds it; checked as a start of the server would. */
      policy: z.record(text(64), z.unknown()),
      portfolioId,
    }),
  },
  reply: z.strictObject({
    portfolioId,
    policyVersion: z.int().positive(),
    /** Stored decisions of the policy, by whichever version; those of people are not counted. */
    decided: z.int().nonnegative(),
    changed: z.int().nonnegative(),
    groups: z
      .array(
        z.strictObject({
          from: text(40),
          to: text(40),
          count: z.int().positive(),
          /** New maximums less old ones, over the group. */
          amountDifference: signedMoney,
          reasons: z.array(text(64)).max(200),
          loanNos: z.array(loanNo).max(10_000),
        }),
      )
      .max(25),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'What another policy would have decided on the inputs of stored decisions; nothing is changed',
  source: 'ours',
})
