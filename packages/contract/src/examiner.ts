import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { auditEntry } from './shapes/audit-entry.ts'
import { documentEntry } from './shapes/document-entry.ts'
import { loanHead } from './shapes/loan-head.ts'
import { manualPosting } from './shapes/manual-posting.ts'
import { transaction } from './shapes/transaction.ts'
import { instant, isoDate, loanNo, openId, portfolioId, recordDay, text } from './wire.ts'

/** One row of history or audit: who did what, when and why. Never personal data. */
const auditEvent = z.strictObject({
  eventNo: text(64),
  at: instant,
  actor: text(120),
  event: text(64),
  loanNo: loanNo.nullable(),
  from: text(60).nullable(),
  to: text(60).nullable(),
  cause: text(300),
})

export const exportRecordsCall = defineCall({
  name: 'exportRecords',
  method: 'POST',
  path: '/dolphin-ops/export',
  feature: 'examiner',
  access: 'operations',
  staff: may('examiner.export'),
  replyType: 'file',
  request: {
    body: z.strictObject({
      /** One loan, whole; or else a portfolio. */
      loanNo: loanNo.optional(),
      /** Every loan of which something happened in the period. */
      portfolioId: portfolioId.optional(),
      /** Days of the portfolio's time zone, both included; a portfolio's export needs them. */
      from: recordDay.optional(),
      to: recordDay.optional(),
    }),
  },
  reply: z.unknown(),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'The examiner pack: one signed ZIP of a loan’s or a portfolio’s records',
  source: 'ours',
})

export const loanTimelineCall = defineCall({
  name: 'loanTimeline',
  method: 'GET',
  path: '/dolphin-ops/loan/{loanNo}',
  feature: 'examiner',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read'),
  request: { params: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loan: loanHead,
    /** In one time order: decisions, moves, transactions, eligibility, the bank, changes, notices, documents, the audit. */
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

/** In place of a portfolio: what is of none, such as what happens to the staff. */
const wholeServer = z.literal(0)

export const searchAuditCall = defineCall({
  name: 'searchAudit',
  /** POST, because the audit trail also records who searches it. */
  method: 'POST',
  path: '/dolphin-ops/audit',
  feature: 'examiner',
  access: 'operations',
  staff: may('audit.search'),
  request: {
    body: z.strictObject({
      portfolioId: portfolioId.or(wholeServer),
      loanNo: loanNo.optional(),
      openId: openId.optional(),
      /** As the stream names them: "customer:…", "employee:…", "timetable". */
      actor: text(120).optional(),
      event: text(64).optional(),
      /** Days of the portfolio's time zone, both included. */
      from: isoDate.optional(),
      to: isoDate.optional(),
      after: text(200).optional(),
    }),
  },
  reply: z.strictObject({ events: z.array(auditEntry).max(100), after: text(200).nullable() }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Searches the audit stream, newest first',
  source: 'ours',
})
