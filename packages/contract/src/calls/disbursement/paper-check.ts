import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { address } from '../../shapes/person.ts'
import { notificationCode } from '../../wire-codes.ts'
import { isoDate, loanNo } from '../../wire.ts'

export const paperCheckCall = defineCall({
  name: 'paperCheck',
  method: 'POST',
  path: '/dolphin-loan/online/paper-check',
  feature: 'disbursement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, addressConfirmed: z.literal(true) }) },
  reply: z.strictObject({ loanNo, address, mailedOn: isoDate, notification: notificationCode }),
  refusals: ['loanNotFound', 'disbursementNotOpen'],
  idempotent: true,
  summary: 'Asks for the money by check, to the confirmed address',
  source: 'product.md §7',
})
