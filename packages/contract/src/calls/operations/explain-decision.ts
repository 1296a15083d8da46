import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loanNo, text } from '../../wire.ts'

/** One amount, date, refusal or notice: what it is, from what, by which rule, and where the rule stands. */
const explanation = z.strictObject({
  subject: text(200),
  value: text(300),
  rule: text(1_000),
  source: text(300),
  inputs: z.array(z.strictObject({ name: text(200), value: text(1_000) })).max(200),
})

export const explainDecisionCall = defineCall({
  name: 'explainDecision',
  method: 'GET',
  path: '/dolphin-ops/explain/{id}',
  feature: 'operations',
  access: 'operations',
  request: { params: z.strictObject({ id: text(64) }) },
  reply: z.strictObject({
    loanNo,
    parts: z
      .array(z.strictObject({ title: text(200), explanations: z.array(explanation).max(500) }))
      .max(500),
  }),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'Why: every decision, plan, installment and notice of a loan with inputs, rule and source',
  source: 'ours',
})
