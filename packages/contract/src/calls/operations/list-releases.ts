import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioRelease } from '../../shapes/portfolio-release.ts'
import { queryPortfolioId } from '../../wire.ts'

export const listReleasesCall = defineCall({
  name: 'listReleases',
  method: 'GET',
  path: '/dolphin-ops/portfolio/release',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({ releases: z.array(portfolioRelease).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'The releases of a portfolio: who entered and who published them',
  source: 'ours',
})
