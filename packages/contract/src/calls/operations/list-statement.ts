import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { statementHead } from '../../shapes/statement.ts'
import { queryPortfolioId } from '../../wire.ts'

export const listStatementCall = defineCall({
  name: 'listStatement',
  method: 'GET',
  path: '/dolphin-ops/statement',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({ statements: z.array(statementHead).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Statements and requests for a person that wait for a decision, longest first',
  source: 'ours',
})
