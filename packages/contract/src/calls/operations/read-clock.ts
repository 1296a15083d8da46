import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { serverClock } from '../../shapes/operations.ts'

export const readClockCall = defineCall({
  name: 'readClock',
  method: 'GET',
  path: '/dolphin-ops/clock',
  feature: 'operations',
  access: 'operations',
  request: { query: z.strictObject({}) },
  reply: serverClock,
  refusals: [],
  idempotent: false,
  summary: 'What the server takes for now, and the banking day that follows',
  source: 'ours',
})
