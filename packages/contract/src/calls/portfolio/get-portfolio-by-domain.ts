import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioTheme } from '../../shapes/portfolio-theme.ts'
import { text } from '../../wire.ts'

export const getPortfolioByDomainCall = defineCall({
  name: 'getPortfolioByDomain',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-portfolio-by-domain',
  feature: 'portfolio',
  access: 'public',
  request: { query: z.strictObject({ domain: text(253) }) },
  reply: portfolioTheme,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The portfolio of a page domain; localhost is 118',
  source: 'product.md §7',
})
