import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { consentChoice } from '../../shapes/consent.ts'
import { personName } from '../../shapes/person.ts'
import { signedInSession } from '../../shapes/session.ts'
import { createAccountTypeCode } from '../../wire-codes.ts'
import { openId, pagePath, password, resource } from '../../wire.ts'

export const createAccountCall = defineCall({
  name: 'createAccount',
  method: 'POST',
  path: '/dolphin-customer/create-account',
  feature: 'identity',
  access: 'resource',
  request: {
    body: z.strictObject({
      resource,
      password,
      name: personName,
      consents: z.array(consentChoice).max(20),
    }),
  },
  reply: z.strictObject({
    openId,
    createAccountType: createAccountTypeCode,
    /** Null for type 3, whose borrower signs in later. */
    session: signedInSession.nullable(),
    next: pagePath,
  }),
  refusals: [
    'linkNoLongerValid',
    'accountDuplicate',
    'passwordRefused',
    'consentRequired',
    'consentOutdated',
  ],
  idempotent: true,
  summary: 'Creates the account of a mailed link and signs in',
  source: 'product.md §7',
})
