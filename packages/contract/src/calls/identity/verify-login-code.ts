import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { signedInSession } from '../../shapes/session.ts'
import { loginCode, sessionId } from '../../wire.ts'

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
      code: loginCode,
      rememberDevice: z.boolean(),
    }),
  },
  reply: signedInSession,
  refusals: ['loginCodeInvalid', 'loginCodeExpired', 'loginCodeLocked'],
  idempotent: false,
  summary: 'Completes a sign-in with the code of a new device',
  source: 'product.md §7',
})
