import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant } from '../../wire.ts'

export const extendSessionCall = defineCall({
  name: 'extendSession',
  method: 'POST',
  path: '/dolphin-customer/extend-session',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ idleExpiresAt: instant, expiresAt: instant }),
  refusals: [],
  idempotent: false,
  summary: 'Stays signed in',
  source: 'ours',
})
