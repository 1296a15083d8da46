import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { sentAnswer } from '../../shapes/session.ts'
import { loanNo, text } from '../../wire.ts'

export const sendLoanAgreementCall = defineCall({
  name: 'sendLoanAgreement',
  method: 'POST',
  path: '/dolphin-loan/online/send-loan-agreement',
  feature: 'agreement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, to: z.enum(['link', 'copy']) }) },
  reply: z.strictObject({ ...sentAnswer.shape, maskedAddress: text(120) }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'ceremonyNotOpen', 'tooManyRequests'],
  idempotent: true,
  summary: 'Mails the link to sign, or a copy of what was signed',
  source: 'product.md §7',
})
