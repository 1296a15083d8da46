import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { code, instant, text } from '../../wire.ts'

export const saveBehaviorRecordCall = defineCall({
  name: 'saveBehaviorRecord',
  method: 'POST',
  path: '/infrastructure/save-behavior-record',
  feature: 'tracking',
  access: 'public',
  request: {
    body: z.strictObject({
      records: z
        .array(
          z.strictObject({
            source: code,
            event: z.enum(['page', 'click', 'error', 'vital']),
            /** The route's pattern, never the path: a path may hold a link token. */
            route: text(120),
            name: text(120),
            value: z.number().nullable(),
            at: instant,
          }),
        )
        .min(1)
        .max(50),
    }),
  },
  reply: z.strictObject({ accepted: z.int().nonnegative() }),
  refusals: [],
  idempotent: false,
  summary: 'Page and click events in batches, without personal data',
  source: 'product.md §7',
})
