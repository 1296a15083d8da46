import { z } from 'zod'
import { defineCall } from '../../call.ts'

export const signOutCall = defineCall({
  name: 'signOut',
  method: 'POST',
  path: '/dolphin-customer/sign-out',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({ everywhere: z.boolean() }) },
  reply: z.strictObject({ done: z.literal(true) }),
  refusals: [],
  idempotent: false,
  summary: 'Ends this session, or every session of the customer',
  source: 'ours',
})
