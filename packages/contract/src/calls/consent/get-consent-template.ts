import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { consentTemplate } from '../../shapes/consent.ts'
import { consentKind } from '../../wire-codes.ts'
import { queryInteger, queryPortfolioId } from '../../wire.ts'

export const getConsentTemplateCall = defineCall({
  name: 'getConsentTemplate',
  method: 'GET',
  path: '/dolphin-config/get-consent-template',
  feature: 'consent',
  access: 'public',
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId,
      kind: consentKind.optional(),
      version: queryInteger(0, 1_000_000).optional(),
    }),
  },
  reply: z.strictObject({ templates: z.array(consentTemplate).max(20) }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Consent texts of a portfolio; the newest unless a version is named',
  source: 'product.md §7',
})
