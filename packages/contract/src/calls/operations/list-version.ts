import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { versionedKind } from '../../shapes/operations.ts'
import { instant, queryPortfolioId, sha256, text, versionNo } from '../../wire.ts'

export const listVersionCall = defineCall({
  name: 'listVersion',
  method: 'GET',
  path: '/dolphin-ops/version',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, kind: versionedKind }) },
  reply: z.strictObject({
    versions: z
      .array(
        z.strictObject({
          kind: versionedKind,
          key: text(64),
          version: versionNo,
          sha256,
          activeFrom: instant.nullable(),
          activeTo: instant.nullable(),
          author: text(120).nullable(),
        }),
      )
      .max(1_000),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Versions of portfolio, forms, policy, coupons and consents',
  source: 'ours',
})
