import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { applicationNo, isoDate, loanNo, pagePath, resource, ssnLast4 } from '../../wire.ts'

export const attachLoanCall = defineCall({
  name: 'attachLoan',
  method: 'POST',
  path: '/dolphin-loan/attach-loan',
  feature: 'application',
  access: 'customer',
  request: { body: z.strictObject({ resource, ssnLast4, birthDate: isoDate }) },
  reply: z.strictObject({ applicationNo, loanNo, next: pagePath }),
  refusals: [
    'loanStatusInvalid',
    'identityNotMatched',
    'identityLocked',
    'attachNotPossible',
    'applicationAlreadyOpen',
    'inCollection',
  ],
  idempotent: true,
  summary: 'Ties an application begun without an account to the account, once',
  source: 'product.md §7',
})
