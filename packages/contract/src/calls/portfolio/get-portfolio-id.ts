import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioId, resource, text } from '../../wire.ts'

export const getPortfolioIdCall = defineCall({
  name: 'getPortfolioId',
  method: 'POST',
  path: '/dolphin-loan/online/portfolioId/get',
  feature: 'portfolio',
  access: 'public',
  request: { body: z.strictObject({ domain: text(253).optional(), resource: resource.optional() }) },
  reply: z.strictObject({ portfolioId }),
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'The portfolio of a page domain or of a link',
  source: 'product.md §7',
})
