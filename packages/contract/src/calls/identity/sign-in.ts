import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { codeStep, signedInSession } from '../../shapes/session.ts'
import { email, password, portfolioId, text } from '../../wire.ts'

export const signInCall = defineCall({
  name: 'signIn',
  method: 'POST',
  path: '/dolphin-customer/sign-in',
  feature: 'identity',
  access: 'public',
  request: {
    body: z.strictObject({
      portfolioId,
      /** The e-mail of the account. */
      account: email,
      password,
      device: z.strictObject({
        /** Clients without cookies prove a remembered device by it. */
        deviceToken: text(512).optional(),
        remember: z.boolean(),
      }),
    }),
  },
  reply: z.discriminatedUnion('needsCode', [
    z.strictObject({ needsCode: z.literal(false), ...signedInSession.shape }),
    codeStep,
  ]),
  refusals: ['accountInformationInvalid', 'signInThrottled'],
  idempotent: false,
  summary: 'Signs a customer in, or asks a new device for a code',
  source: 'product.md §7',
})
