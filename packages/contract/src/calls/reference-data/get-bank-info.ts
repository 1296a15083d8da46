import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { bankInfo } from '../../shapes/portfolio-theme.ts'
import { bankAccountTypeCode } from '../../wire-codes.ts'
import { loanNo, maskedNumber, text } from '../../wire.ts'

export const getBankInfoCall = defineCall({
  name: 'getBankInfo',
  method: 'GET',
  path: '/dolphin-loan/online/get-bank-info',
  feature: 'reference-data',
  access: 'session',
  request: { query: z.strictObject({ rn: text(32).optional(), loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    ...bankInfo.shape,
    /** With loanNo: the loan's own account. */
    account: z.strictObject({ accountMasked: maskedNumber, accountType: bankAccountTypeCode }).nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The bank of a routing number, or the masked account of a loan',
  source: 'product.md §7',
})
