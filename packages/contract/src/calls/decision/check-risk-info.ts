import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { riskReportCode } from '../../wire-codes.ts'
import { loanNo } from '../../wire.ts'

export const checkRiskInfoCall = defineCall({
  name: 'checkRiskInfo',
  method: 'GET',
  path: '/dolphin-loan/online/check-risk-info',
  feature: 'decision',
  access: 'customer',
  request: { query: z.strictObject({ loanNo }) },
  reply: z.strictObject({ loanNo, riskReport: riskReportCode }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The risk report of a loan: high, none, or not made',
  source: 'product.md §7',
})
