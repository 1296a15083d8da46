import { defineCall } from '../../call.ts'
import { consentOverview } from '../../shapes/consent.ts'

export const checkConsentStatusCall = defineCall({
  name: 'checkConsentStatus',
  method: 'GET',
  path: '/dolphin-loan/online/check-consent-status',
  feature: 'consent',
  access: 'customer',
  request: {},
  reply: consentOverview,
  refusals: [],
  idempotent: false,
  summary: 'Every consent: text, version, given or not, when',
  source: 'product.md §7',
})
