import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioTheme } from '../../shapes/portfolio-theme.ts'
import { queryPortfolioId } from '../../wire.ts'

export const assistantGetPortfolioCall = defineCall({
  name: 'assistantGetPortfolio',
  method: 'GET',
  path: '/dolphin-loan/assistant/portfolio/get',
  feature: 'portfolio',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: portfolioTheme,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'A portfolio by its number',
  source: 'product.md §7',
})
