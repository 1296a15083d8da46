import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { portfolioFile } from '../../shapes/portfolio-release.ts'
import { portfolioId, serialNo } from '../../wire.ts'

export const previewPortfolioCall = defineCall({
  name: 'previewPortfolio',
  method: 'POST',
  path: '/dolphin-ops/portfolio/preview',
  feature: 'operations',
  access: 'operations',
  replyType: 'file',
  request: {
    body: z.strictObject({
      portfolioId,
      /** A folder's files; or else a release as it was entered. */
      files: z.array(portfolioFile).max(300).optional(),
      releaseNo: serialNo.optional(),
    }),
  },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'What a portfolio would look like and say: one ZIP of its theme, notices, consents and agreements',
  source: 'ours',
})
