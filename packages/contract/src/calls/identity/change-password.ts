import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { password } from '../../wire.ts'

export const changePasswordCall = defineCall({
  name: 'changePassword',
  method: 'POST',
  path: '/dolphin-customer/change-password',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({ currentPassword: password, newPassword: password }) },
  reply: z.strictObject({ done: z.literal(true) }),
  refusals: ['currentPasswordWrong', 'passwordRefused', 'signInThrottled'],
  idempotent: true,
  summary: 'Changes the password and ends every other session',
  source: 'product.md §7',
})
