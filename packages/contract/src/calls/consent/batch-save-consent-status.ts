import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { consentChoice, consentOverview } from '../../shapes/consent.ts'

export const batchSaveConsentStatusCall = defineCall({
  name: 'batchSaveConsentStatus',
  method: 'POST',
  path: '/dolphin-loan/online/batch-save-consent-status',
  feature: 'consent',
  access: 'customer',
  request: { body: z.strictObject({ consents: z.array(consentChoice).min(1).max(20) }) },
  reply: consentOverview,
  refusals: ['consentRequired', 'consentOutdated'],
  idempotent: true,
  summary: 'Saves all consents or none',
  source: 'product.md §7',
})
