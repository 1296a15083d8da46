import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { limitedSession } from '../../shapes/session.ts'
import { applicationNo, isoDate, loanNo, pagePath, resource, ssnLast4 } from '../../wire.ts'

export const authenticateIdentityCall = defineCall({
  name: 'authenticateIdentity',
  method: 'POST',
  path: '/dolphin-loan/online/identity/authenticate',
  feature: 'identity',
  access: 'resource',
  request: { body: z.strictObject({ resource, ssnLast4, birthDate: isoDate }) },
  reply: z.strictObject({
    session: limitedSession,
    applicationNo,
    loanNo,
    next: pagePath,
  }),
  refusals: ['loanStatusInvalid', 'identityNotMatched', 'identityLocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Opens a session limited to the application of a link, after an identity match',
  source: 'product.md §7',
})
