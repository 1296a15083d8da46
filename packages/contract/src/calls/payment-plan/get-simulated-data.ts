import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { paymentSchedule } from '../../shapes/payment-plan.ts'
import { paymentFrequencyCode } from '../../wire-codes.ts'
import { isoDate, money, portfolioId, usState } from '../../wire.ts'

export const getSimulatedDataCall = defineCall({
  name: 'getSimulatedData',
  method: 'POST',
  path: '/dolphin-loan/online/get-simulated-data',
  feature: 'payment-plan',
  access: 'public',
  request: {
    body: z.strictObject({
      portfolioId,
      amount: money,
      frequency: paymentFrequencyCode,
      number: z.int().min(1).max(120),
      state: usState,
      payday: isoDate,
    }),
  },
  reply: z.strictObject({
    schedule: paymentSchedule,
    minimum: money,
    maximum: money,
    step: money,
    numbers: z.array(z.int().min(1).max(120)).max(120),
  }),
  refusals: [
    'portfolioClosed',
    'stateNotServed',
    'amountOutOfRange',
    'dateNotAvailable',
    'planNotOffered',
    'tooManyRequests',
  ],
  idempotent: false,
  summary: 'A what-if plan without an account; nothing is stored',
  source: 'product.md §7',
})
