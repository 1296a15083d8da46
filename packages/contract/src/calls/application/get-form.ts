import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formDefinition } from '../../form-definition.ts'
import { code, queryList, queryPortfolioId } from '../../wire.ts'

export const getFormCall = defineCall({
  name: 'getForm',
  method: 'GET',
  path: '/dolphin-config/get-form',
  feature: 'application',
  access: 'public',
  request: {
    query: z.strictObject({ code: queryList(code, 40), portfolioId: queryPortfolioId.optional() }),
  },
  reply: z.strictObject({ forms: z.record(code, formDefinition) }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Form definitions keyed by code; answers 304 to a fitting ETag',
  source: 'product.md §7',
})
