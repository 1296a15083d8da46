import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { isoDate, text } from '../../wire.ts'

export const addHolidayCall = defineCall({
  name: 'addHoliday',
  method: 'POST',
  path: '/dolphin-ops/holiday',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      /** A weekday from today on, on which banks are closed besides the holidays of the rule. */
      date: isoDate,
      name: text(120),
    }),
  },
  /** As stored: a day that was closed already keeps its name. */
  reply: z.strictObject({ holidayTimeStr: isoDate, name: text(120) }),
  refusals: ['dateNotAvailable'],
  idempotent: true,
  summary: 'Adds an unscheduled bank holiday to the calendar of all portfolios',
  source: 'ours',
})
