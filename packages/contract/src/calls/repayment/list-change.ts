import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeEntry } from '../../shapes/loan-change.ts'
import { loanNo } from '../../wire.ts'

export const listChangeCall = defineCall({
  name: 'listChange',
  method: 'GET',
  path: '/dolphin-loan/online/change',
  feature: 'repayment',
  access: 'customer',
  request: { query: z.strictObject({ loanNo }) },
  reply: z.strictObject({ loanNo, changes: z.array(changeEntry).max(500) }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The changes of a loan and their status',
  source: 'ours',
})
