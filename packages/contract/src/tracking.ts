import { z } from 'zod'
import {
  BEHAVIOR_NAMES,
  BEHAVIOR_SOURCES,
  behaviorSource,
  type BehaviorSource,
} from '@dolphin/domain/tracking/behavior'
import { defineCall } from './call.ts'
import { code, elementKey, instant, text } from './wire.ts'

export const recordBusinessDataCall = defineCall({
  name: 'recordBusinessData',
  method: 'POST',
  path: '/dolphin-loan/online/record-business-data',
  feature: 'tracking',
  access: 'session',
  request: {
    body: z.strictObject({
      event: code,
      payload: z.record(elementKey, z.union([text(500), z.number(), z.boolean(), z.null()])),
    }),
  },
  reply: z.strictObject({ accepted: z.literal(true) }),
  refusals: [],
  idempotent: true,
  summary: 'Writes a business event to the audit stream',
  source: 'product.md §7',
})

const SOURCES = Object.keys(BEHAVIOR_SOURCES) as BehaviorSource[]

const ROUTES = Object.values(BEHAVIOR_SOURCES).flat()

const place = {
  source: z.enum(SOURCES),
  /** The route's pattern, never the path: a path may hold a link token. */
  route: z.enum(ROUTES),
  at: instant,
}

const NOTHING = z.null()

/** Closed lists throughout: what is not on them has no way in, whatever a page or a stranger sends. */
const behaviorRecord = z
  .discriminatedUnion('event', [
    z.strictObject({ ...place, event: z.literal('page'), name: z.enum(ROUTES), value: NOTHING }),
    z.strictObject({
      ...place,
      event: z.literal('click'),
      name: z.enum(BEHAVIOR_NAMES.click),
      value: NOTHING,
    }),
    z.strictObject({
      ...place,
      event: z.literal('error'),
      name: z.enum(BEHAVIOR_NAMES.error),
      value: NOTHING,
    }),
    z.strictObject({
      ...place,
      event: z.literal('vital'),
      name: z.enum(BEHAVIOR_NAMES.vital),
      /** Milliseconds or a score; at most one hour. */
      value: z.number().min(0).max(3_600_000),
    }),
  ])
  .refine((record) => behaviorSource(record.route) === record.source, 'A route has one source')
  .refine((record) => record.event !== 'page' || record.name === record.route, 'A page is named by its route')

export const saveBehaviorRecordCall = defineCall({
  name: 'saveBehaviorRecord',
  method: 'POST',
  path: '/infrastructure/save-behavior-record',
  feature: 'tracking',
  access: 'public',
  request: { body: z.strictObject({ records: z.array(behaviorRecord).min(1).max(50) }) },
  reply: z.strictObject({ accepted: z.int().nonnegative() }),
  refusals: ['tooManyRequests'],
  idempotent: false,
  summary: 'Page and click events in batches, without personal data',
  source: 'product.md §7',
})
