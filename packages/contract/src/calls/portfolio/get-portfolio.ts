import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioTheme } from '../../shapes/portfolio-theme.ts'
import { queryPortfolioId } from '../../wire.ts'

export const getPortfolioCall = defineCall({
  name: 'getPortfolio',
  method: 'GET',
  path: '/dolphin-config/get-portfolio',
  feature: 'portfolio',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: portfolioTheme,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'A portfolio by its number; the page domain decides without',
  source: 'product.md §7',
})
