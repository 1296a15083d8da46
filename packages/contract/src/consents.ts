import { z } from 'zod'
import { defineCall } from './call.ts'
import { consentChoice, consentOverview, consentTemplate } from './shapes/consent.ts'
import { queryInteger, queryPortfolioId } from './wire.ts'
import { consentKind } from './wire-codes.ts'

export const batchSaveConsentStatusCall = defineCall({
  name: 'batchSaveConsentStatus',
  method: 'POST',
  path: '/dolphin-loan/online/batch-save-consent-status',
  feature: 'consents',
  access: 'customer',
  request: { body: z.strictObject({ consents: z.array(consentChoice).min(1).max(20) }) },
  reply: consentOverview,
  refusals: ['consentRequired', 'consentOutdated'],
  idempotent: true,
  summary: 'Saves all consents or none',
  source: 'product.md §7',
})

export const checkConsentStatusCall = defineCall({
  name: 'checkConsentStatus',
  method: 'GET',
  path: '/dolphin-loan/online/check-consent-status',
  feature: 'consents',
  access: 'customer',
  request: {},
  reply: consentOverview,
  refusals: [],
  idempotent: false,
  summary: 'Every consent: text, version, given or not, when',
  source: 'product.md §7',
})

export const getConsentTemplateCall = defineCall({
  name: 'getConsentTemplate',
  method: 'GET',
  path: '/dolphin-config/get-consent-template',
  feature: 'consents',
  access: 'public',
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId.optional(),
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
