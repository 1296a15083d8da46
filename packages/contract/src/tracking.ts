import { HOUR_MS } from '@dolphin/domain/time/durations'
import { z } from 'zod'
import {
  BEHAVIOR_NAMES,
  BEHAVIOR_SOURCES,
  behaviorSource,
  type BehaviorSource,
} from '@dolphin/domain/tracking/behavior'
import { assert } from '@dolphin/domain/assert'
import { BUSINESS_EVENTS, type EventValue } from '@dolphin/domain/tracking/business-event'
import { defineCall } from './call.ts'
import { instant } from './wire.ts'

/** Of one report: more than any of these lists can fill. */
const EVENTS_LIMIT_BYTES = 4_096
/** Fewer than fill that limit. */
const MOST_RECORDS = 20

const valueOf = (value: EventValue) =>
  value.kind === 'oneOf' ? z.enum(value.values) : z.int().min(0).max(value.most)

const eventOf = ([event, keys]: readonly [string, Readonly<Record<string, EventValue>>]) =>
  z.strictObject({
    event: z.literal(event),
    payload: z.strictObject(
      Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, valueOf(value).optional()])),
    ),
  })

const [firstEvent, ...moreEvents] = Object.entries(BUSINESS_EVENTS).map(eventOf)
assert(firstEvent !== undefined, 'there are business events')
const businessEvents = z.discriminatedUnion('event', [firstEvent, ...moreEvents])

export const recordBusinessDataCall = defineCall({
  name: 'recordBusinessData',
  method: 'POST',
  path: '/dolphin-loan/online/record-business-data',
  feature: 'tracking',
  access: 'session',
  request: {
    body: businessEvents,
  },
  bodyLimitBytes: EVENTS_LIMIT_BYTES,
  reply: z.strictObject({ accepted: z.literal(true) }),
  refusals: ['tooManyRequests'],
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
      value: z.number().min(0).max(HOUR_MS),
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
  request: { body: z.strictObject({ records: z.array(behaviorRecord).min(1).max(MOST_RECORDS) }) },
  bodyLimitBytes: EVENTS_LIMIT_BYTES,
  reply: z.strictObject({ accepted: z.int().nonnegative() }),
  refusals: ['tooManyRequests'],
  idempotent: false,
  summary:
    'Page and click events in batches, without personal data; those that are not of the last day are left out',
  source: 'product.md §7',
})
