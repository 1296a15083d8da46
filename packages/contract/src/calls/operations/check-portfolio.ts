import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioFile, portfolioReport } from '../../shapes/portfolio-release.ts'
import { portfolioId } from '../../wire.ts'

export const checkPortfolioCall = defineCall({
  name: 'checkPortfolio',
  method: 'POST',
  path: '/dolphin-ops/portfolio/check',
  feature: 'operations',
  access: 'operations',
  request: { body: z.strictObject({ portfolioId, files: z.array(portfolioFile).min(1).max(300) }) },
  reply: portfolioReport,
  refusals: [],
  idempotent: false,
  summary: 'Judges a whole portfolio as its publication would, and changes nothing',
  source: 'ours',
})
