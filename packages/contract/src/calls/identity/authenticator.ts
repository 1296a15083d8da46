import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { loginCode, password, signInCode, text } from '../../wire.ts'

export const authenticatorCall = defineCall({
  name: 'authenticator',
  method: 'POST',
  path: '/dolphin-customer/authenticator',
  feature: 'identity',
  access: 'customer',
  request: {
    body: z.discriminatedUnion('step', [
      z.strictObject({ step: z.literal('start'), password }),
      z.strictObject({ step: z.literal('confirm'), code: loginCode }),
      z.strictObject({ step: z.literal('remove'), password, code: signInCode }),
    ]),
  },
  reply: z.strictObject({
    authenticatorOn: z.boolean(),
    /** Only at `start`: the key to type, and the address that a picture code carries. */
    secret: text(64).nullable(),
    otpauthUrl: text(500).nullable(),
    /** Only at `confirm`: each opens the account once. */
    recoveryCodes: z.array(text(32)).max(20),
  }),
  refusals: ['currentPasswordWrong', 'authenticatorCodeInvalid', 'authenticatorAlreadyOn', 'signInThrottled'],
  idempotent: false,
  summary: 'Switches sign-in by an authenticator on or off',
  source: 'ours',
})
