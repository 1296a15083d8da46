import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeEntry } from '../../shapes/loan-change.ts'
import { changeNo } from '../../wire.ts'

export const cancelChangeCall = defineCall({
  name: 'cancelChange',
  method: 'POST',
  path: '/dolphin-loan/online/change/{changeNo}/cancel',
  feature: 'repayment',
  access: 'customer',
  request: { params: z.strictObject({ changeNo }), body: z.strictObject({}) },
  reply: changeEntry,
  refusals: ['notFound', 'changeNotCancellable'],
  idempotent: true,
  summary: 'Cancels a change of which nothing was sent (905)',
  source: 'ours',
})
