import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { contactTypeCode } from '../../wire-codes.ts'
import { loginCode } from '../../wire.ts'

export const verifyContactCall = defineCall({
  name: 'verifyContact',
  method: 'POST',
  path: '/dolphin-customer/contact/verify',
  feature: 'identity',
  access: 'session',
  request: { body: z.strictObject({ contactType: contactTypeCode, code: loginCode }) },
  reply: z.strictObject({ contactType: contactTypeCode, verified: z.literal(true) }),
  refusals: ['contactCodeInvalid'],
  idempotent: false,
  summary: 'Verifies a contact by the code sent to it',
  source: 'ours',
})
