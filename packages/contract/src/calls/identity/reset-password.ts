import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { pagePath, password, resource } from '../../wire.ts'

export const resetPasswordCall = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/dolphin-customer/reset-password',
  feature: 'identity',
  access: 'resource',
  request: { body: z.strictObject({ resource, password }) },
  reply: z.strictObject({ done: z.literal(true), next: pagePath }),
  refusals: ['linkNoLongerValid', 'passwordRefused', 'accountInformationInvalid'],
  idempotent: true,
  summary: 'Sets a new password by a mailed link and ends every session',
  source: 'product.md §7',
})
