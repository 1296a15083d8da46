import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, queryInteger, queryList, text } from '../../wire.ts'

export const getHolidayCall = defineCall({
  name: 'getHoliday',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-holiday',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ years: queryList(queryInteger(2000, 2100), 10).optional() }) },
  reply: z.array(z.strictObject({ holidayTimeStr: isoDate, name: text(120) })).max(200),
  refusals: [],
  idempotent: false,
  summary: 'Bank holidays of the years asked for; this and the next year without',
  source: 'product.md §7',
})
