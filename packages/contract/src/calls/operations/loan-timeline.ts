import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentEntry } from '../../shapes/document-entry.ts'
import { manualPosting } from '../../shapes/manual-posting.ts'
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
    /** In one time order: decisions, moves, money, the guard, the bank, changes, notices, documents, the audit. */
    events: z.array(auditEvent).max(20_000),
    transactions: z.array(transaction).max(5_000),
    documents: z.array(documentEntry).max(1_000),
    /** Postings by hand, those too that wait for a second person. */
    postings: z.array(manualPosting).max(1_000),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'Everything that happened to a loan, in order',
  source: 'ours',
})
