import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { contentChange, versionedContent, versionedKind } from '../../shapes/operations.ts'
import { instant, queryInteger, queryPortfolioId, sha256, text, versionNo } from '../../wire.ts'

const version = z.strictObject({
  kind: versionedKind,
  key: text(64),
  version: versionNo,
  sha256,
  /** shipped with a deploy, or published since. */
  origin: z.enum(['shipped', 'published']),
  author: text(120),
  note: text(500),
  recordedAt: instant,
  activeFrom: instant,
  /** Whether borrowers meet it now. */
  inEffect: z.boolean(),
})

export const listVersionCall = defineCall({
  name: 'listVersion',
  method: 'GET',
  path: '/dolphin-ops/version',
  feature: 'operations',
  access: 'operations',
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId,
      kind: versionedKind.optional(),
      key: text(64).optional(),
      /** With kind and key: that version alone, with its content. */
      version: queryInteger(1, 1_000_000).optional(),
    }),
  },
  reply: z.strictObject({
    versions: z.array(version).max(1_000),
    /** The one version asked for, and what it changed from the one before. */
    detail: z
      .strictObject({ content: versionedContent, changes: z.array(contentChange).max(200) })
      .nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Versions of portfolio, products, forms, policy, consents and notices',
  source: 'ours',
})
