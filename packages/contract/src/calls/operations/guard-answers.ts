import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, loanNo, text } from '../../wire.ts'

export const guardAnswersCall = defineCall({
  name: 'guardAnswers',
  method: 'GET',
  path: '/dolphin-ops/guard/{loanNo}',
  feature: 'operations',
  access: 'operations',
  request: { params: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loanNo,
    answers: z
      .array(
        z.strictObject({
          decisionNo: text(64),
          at: instant,
          transactionNo: text(64).nullable(),
          asked: z.enum(['batch', 'page', 'operations']),
          allowed: z.boolean(),
          rule: text(300),
          /** The law or rule; null where it is about the entry itself, or all rules hold. */
          citation: text(300).nullable(),
          words: text(1_000),
        }),
      )
      .max(10_000),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'What the debit guard said of a loan’s debits, with rule and citation',
  source: 'ours',
})
