import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { contentChange, versionedContent, versionedKind } from '../../shapes/operations.ts'
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
      /** The version that was edited; 0 for something new. Another one since is a conflict. */
      baseVersion: versionNo,
      /** The whole data file, judged by its own schema; its version number is given by the server. */
      content: versionedContent,
      /** At once where it is left out. */
      activeFrom: instant.optional(),
      note: text(500),
      /** check judges and changes nothing. */
      mode: z.enum(['check', 'publish']),
    }),
  },
  reply: z.strictObject({
    kind: versionedKind,
    key: text(64),
    version: versionNo,
    sha256,
    activeFrom: instant,
    published: z.boolean(),
    changes: z.array(contentChange).max(200),
  }),
  refusals: ['notFound', 'conflict'],
  idempotent: true,
  summary: 'Publishes a new version of portfolio data',
  source: 'ours',
})
