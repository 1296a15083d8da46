import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, isoDate, loanNo } from '../../wire.ts'

export const disbursementDateCall = defineCall({
  name: 'disbursementDate',
  method: 'POST',
  path: '/dolphin-loan/online/disbursement-date',
  feature: 'disbursement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, date: isoDate }) },
  reply: z.strictObject({ loanNo, date: isoDate, fundsArriveOn: isoDate, cutOffAt: instant }),
  refusals: ['loanNotFound', 'disbursementNotOpen', 'dateNotAvailable'],
  idempotent: true,
  summary: 'Picks the date on which the money is sent',
  source: 'ours',
})
