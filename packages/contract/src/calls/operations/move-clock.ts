import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { serverClock } from '../../shapes/operations.ts'
import { instant } from '../../wire.ts'

export const moveClockCall = defineCall({
  name: 'moveClock',
  method: 'POST',
  path: '/dolphin-ops/clock',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.discriminatedUnion('to', [
      z.strictObject({ to: z.literal('instant'), instant }),
      z.strictObject({
        to: z.literal('later'),
        seconds: z
          .int()
          .min(1)
          .max(366 * 86_400),
      }),
      /** 09:00 of the next banking day: after settlement, before the cut-offs. */
      z.strictObject({ to: z.literal('nextBankingDay') }),
    ]),
  },
  reply: serverClock,
  refusals: ['clockNotMovable'],
  idempotent: true,
  summary: 'Moves a demonstration server’s clock forward; never in production',
  source: 'ours',
})
