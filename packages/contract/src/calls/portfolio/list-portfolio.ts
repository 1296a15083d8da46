import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioTheme, portfolioWhole } from '../../shapes/portfolio-theme.ts'

export const listPortfolioCall = defineCall({
  name: 'listPortfolio',
  method: 'GET',
  path: '/dolphin-config/list-portfolio',
  feature: 'portfolio',
  access: 'public',
  request: {},
  reply: z.strictObject({
    portfolios: z.array(portfolioTheme).max(500),
    /** For grant EMPLOYEE; empty for everyone else. */
    whole: z.array(portfolioWhole).max(500),
  }),
  refusals: [],
  idempotent: false,
  summary: 'All portfolios: themes for anyone, the whole for operations',
  source: 'product.md §7',
})
