import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { signedInSession } from '../../shapes/session.ts'
import { sessionId, signInCode } from '../../wire.ts'

export const verifyLoginCodeCall = defineCall({
  name: 'verifyLoginCode',
  method: 'POST',
  path: '/dolphin-customer/verify-login-code',
  feature: 'identity',
  access: 'public',
  request: {
    body: z.strictObject({
      /** The one that sign-in answered with. */
      sessionId,
      code: signInCode,
      rememberDevice: z.boolean(),
    }),
  },
  reply: signedInSession,
  refusals: [
    'loginCodeInvalid',
    'loginCodeExpired',
    'loginCodeLocked',
    'signInThrottled',
    'accountInformationInvalid',
  ],
  idempotent: false,
  summary: 'Completes a sign-in with the code of a new device',
  source: 'product.md §7',
})
