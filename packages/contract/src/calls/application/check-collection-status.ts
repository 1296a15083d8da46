import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { collectingSubStatus } from '../../wire-codes.ts'
import { loanNo, money } from '../../wire.ts'

export const checkCollectionStatusCall = defineCall({
  name: 'checkCollectionStatus',
  method: 'POST',
  path: '/dolphin-loan/online/loan/check-collection-status',
  feature: 'application',
  access: 'customer',
  request: { body: z.strictObject({ loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    inCollection: z.boolean(),
    loanNo: loanNo.nullable(),
    subStatus: collectingSubStatus.nullable(),
    daysOverdue: z.int().nonnegative(),
    amountDue: money,
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'Whether a loan in collection blocks a new application',
  source: 'product.md §7',
})
