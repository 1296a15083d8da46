import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { auditEvent } from '../../shapes/operations.ts'
import { isoDate, loanNo, queryPortfolioId, text } from '../../wire.ts'

export const searchAuditCall = defineCall({
  name: 'searchAudit',
  method: 'GET',
  path: '/dolphin-ops/audit',
  feature: 'operations',
  access: 'operations',
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId,
      loanNo: loanNo.optional(),
      actor: text(120).optional(),
      event: text(64).optional(),
      from: isoDate.optional(),
      to: isoDate.optional(),
      after: text(64).optional(),
    }),
  },
  reply: z.strictObject({ events: z.array(auditEvent).max(200), after: text(64).nullable() }),
  refusals: [],
  idempotent: false,
  summary: 'Searches the audit stream',
  source: 'ours',
})
