import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { auditEntry } from '../../shapes/operations.ts'
import { isoDate, loanNo, openId, portfolioId, text } from '../../wire.ts'

export const searchAuditCall = defineCall({
  name: 'searchAudit',
  /** POST, because whoever looks into other people's doings is written down too. */
  method: 'POST',
  path: '/dolphin-ops/audit',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      portfolioId,
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
