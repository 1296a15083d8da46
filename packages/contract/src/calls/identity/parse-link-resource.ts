import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { consentTemplate } from '../../shapes/consent.ts'
import { linkFault, linkPurpose } from '../../shapes/session.ts'
import { accountStatusCode, createAccountTypeCode } from '../../wire-codes.ts'
import { instant, resource, text } from '../../wire.ts'

export const parseLinkResourceCall = defineCall({
  name: 'parseLinkResource',
  method: 'GET',
  path: '/dolphin-customer/parse-link-resource',
  feature: 'identity',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: z.strictObject({
    valid: z.boolean(),
    fault: linkFault.nullable(),
    purpose: linkPurpose.nullable(),
    maskedEmail: text(254).nullable(),
    createAccountType: createAccountTypeCode.nullable(),
    /** -2 duplicate: shown to the holder of the link alone. */
    accountStatus: accountStatusCode.nullable(),
    expiresAt: instant.nullable(),
    consents: z.array(consentTemplate).max(20),
  }),
  refusals: [],
  idempotent: false,
  summary: 'What a mailed link is for, and whether it still holds',
  source: 'product.md §7',
})
