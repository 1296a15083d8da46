import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { password, sessionId } from '../../wire.ts'

const currentPassword = password

export const endSessionCall = defineCall({
  name: 'endSession',
  method: 'POST',
  path: '/dolphin-customer/session/end',
  feature: 'identity',
  access: 'customer',
  request: {
    body: z.discriminatedUnion('which', [
      /** One that has ended already, or is not the customer's, is answered the same: it is not open. */
      z.strictObject({ which: z.literal('one'), sessionId, currentPassword }),
      /** Every other than the one that asks. */
      z.strictObject({ which: z.literal('others'), currentPassword }),
    ]),
  },
  reply: z.strictObject({ done: z.literal(true) }),
  refusals: ['currentPasswordWrong', 'signInThrottled'],
  idempotent: false,
  summary: 'Ends a session of the customer, or every other one, after the password',
  source: 'ours',
})
