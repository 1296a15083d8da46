import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { sentAnswer } from '../../shapes/session.ts'
import { createAccountTypeCode } from '../../wire-codes.ts'
import { email, portfolioId, resource } from '../../wire.ts'

export const sendCreateAccountEmailCall = defineCall({
  name: 'sendCreateAccountEmail',
  method: 'POST',
  path: '/dolphin-customer/send-create-account-email',
  feature: 'identity',
  access: 'public',
  request: {
    body: z.strictObject({
      portfolioId,
      email,
      createAccountType: createAccountTypeCode,
      /** What the account will be tied to: the application begun in guidance, or the loan to sign. */
      resource: resource.optional(),
    }),
  },
  reply: sentAnswer,
  refusals: ['tooManyRequests'],
  idempotent: true,
  summary: 'Mails a link to create an account; always the same answer',
  source: 'product.md §7',
})
