import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { homeFlagCode, loanStatusCode } from '../../wire-codes.ts'
import { loanNo, text } from '../../wire.ts'

export const withdrawApplicationCall = defineCall({
  name: 'withdrawApplication',
  method: 'POST',
  path: '/dolphin-loan/online/withdraw-application',
  feature: 'application',
  access: 'session',
  request: { body: z.strictObject({ loanNo, reason: text(500).optional() }) },
  reply: z.strictObject({ loanNo, loanStatus: loanStatusCode, homeFlag: homeFlagCode }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'withdrawalTooLate'],
  idempotent: true,
  summary: 'Withdraws an application, until the money is on its way',
  source: 'ours',
})
