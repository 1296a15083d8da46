import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { contentChange } from '../../shapes/operations.ts'
import { portfolioFile, portfolioRelease } from '../../shapes/portfolio-release.ts'
import { portfolioId, serialNo, text } from '../../wire.ts'

export const releasePortfolioCall = defineCall({
  name: 'releasePortfolio',
  method: 'POST',
  path: '/dolphin-ops/portfolio/release',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      portfolioId,
      /** publish and rollBack only enter; nothing changes until another employee confirms. */
      act: z.enum(['publish', 'rollBack', 'confirm']),
      /** publish: the folder's files. */
      files: z.array(portfolioFile).max(300).optional(),
      /** confirm: which release. */
      releaseNo: serialNo.optional(),
      /** confirm: the first 12 or more digits of its hash, as the preview shows them. */
      digest: z
        .string()
        .regex(/^[0-9a-f]{12,64}$/, 'Say the first 12 digits of the hash that the preview shows')
        .optional(),
      note: text(500),
    }),
  },
  reply: z.strictObject({
    release: portfolioRelease,
    /** File by file what it changes; each path begins with the file. */
    changes: z.array(contentChange).max(500),
  }),
  refusals: ['notFound', 'conflict', 'makerCheckerSame'],
  idempotent: true,
  summary:
    'Enters a whole portfolio for publication or its way back, or confirms what another employee entered',
  source: 'ours',
})
