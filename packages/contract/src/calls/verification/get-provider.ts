import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { queryPortfolioId, text } from '../../wire.ts'

export const getProviderCall = defineCall({
  name: 'getProvider',
  method: 'GET',
  path: '/dolphin-loan/online/get-provider',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    providerId: text(40),
    name: text(120),
    /** How the browser opens it: a page of its own, or the provider's script. */
    link: z.strictObject({
      kind: z.enum(['page', 'script']),
      scriptUrl: text(500).nullable(),
      environment: text(40),
    }),
    fallbacks: z
      .array(
        z.strictObject({
          kind: z.enum(['provider', 'statementUpload', 'person']),
          providerId: text(40).nullable(),
          name: text(120),
        }),
      )
      .max(5),
  }),
  refusals: [],
  idempotent: false,
  summary: 'The bank verification provider of a portfolio, and the ways around it',
  source: 'product.md §7',
})
