import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { versionedKind } from '../../shapes/operations.ts'
import { instant, portfolioId, sha256, text, versionNo } from '../../wire.ts'

export const publishVersionCall = defineCall({
  name: 'publishVersion',
  method: 'POST',
  path: '/dolphin-ops/version',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      portfolioId,
      kind: versionedKind,
      key: text(64),
      /** The whole data file, judged by its own schema. */
      content: z.record(z.string(), z.unknown()),
      activeFrom: instant,
    }),
  },
  reply: z.strictObject({ kind: versionedKind, key: text(64), version: versionNo, sha256 }),
  refusals: ['notFound', 'conflict', 'makerCheckerSame'],
  idempotent: true,
  summary: 'Publishes a new version of portfolio data',
  source: 'ours',
})
