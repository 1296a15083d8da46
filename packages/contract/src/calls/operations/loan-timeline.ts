import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentEntry } from '../../shapes/document-entry.ts'
import { auditEvent, loanHead } from '../../shapes/operations.ts'
import { transaction } from '../../shapes/transaction.ts'
import { loanNo } from '../../wire.ts'

export const loanTimelineCall = defineCall({
  name: 'loanTimeline',
  method: 'GET',
  path: '/dolphin-ops/loan/{loanNo}',
  feature: 'operations',
  access: 'operations',
  request: { params: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loan: loanHead,
    events: z.array(auditEvent).max(5_000),
    transactions: z.array(transaction).max(5_000),
    documents: z.array(documentEntry).max(1_000),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'Everything that happened to a loan, in order',
  source: 'ours',
})
