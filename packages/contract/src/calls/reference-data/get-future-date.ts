import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, queryInteger } from '../../wire.ts'

export const getFutureDateCall = defineCall({
  name: 'getFutureDate',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-future-date',
  feature: 'reference-data',
  access: 'public',
  request: {
    query: z.strictObject({
      date: isoDate,
      /** Banking days to go forward. */
      days: queryInteger(0, 366),
    }),
  },
  reply: z.strictObject({ date: isoDate }),
  refusals: ['dateNotAvailable'],
  idempotent: false,
  summary: 'The day so many banking days after a day',
  source: 'product.md §7',
})
