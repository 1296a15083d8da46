import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate } from '../../wire.ts'

export const getNextBusinessDayCall = defineCall({
  name: 'getNextBusinessDay',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-next-business-day',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ date: isoDate }) },
  reply: z.strictObject({ date: isoDate }),
  refusals: ['dateNotAvailable'],
  idempotent: false,
  summary: 'The first banking day after a day',
  source: 'product.md §7',
})
