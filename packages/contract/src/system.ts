import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { instant, text } from './wire.ts'

const count = z.int().nonnegative()
/** Real time, whatever the clock of a demonstration says. */
const seconds = z.int().nonnegative()

const jobId = z.uuid('This job cannot be right. Look at the list again')

const givenUpJob = z.strictObject({
  jobId,
  /** The job's name. */
  job: text(100),
  /** What it shares with later runs of the same work, such as the loan. */
  key: text(200),
  /** Since its last try. */
  ageSeconds: seconds,
})

export const showSystemCall = defineCall({
  name: 'showSystem',
  method: 'GET',
  path: '/dolphin-ops/system',
  feature: 'system',
  access: 'operations',
  staff: may('system.jobs', 'server'),
  request: { query: z.strictObject({}) },
  reply: z.strictObject({
    /** Out of tries, the newest of each work. */
    givenUp: z.array(givenUpJob).max(500),
    /** Queues in which something waits, runs, or was given up. */
    queues: z
      .array(
        z.strictObject({
          job: text(100),
          due: count,
          active: count,
          failed: count,
          /** For how long the oldest due job has waited. */
          oldestSeconds: seconds,
        }),
      )
      .max(500),
    /** Mails and texts that are to go out. */
    outbox: z.strictObject({
      waiting: count,
      /** When the oldest of them was queued; null where none waits. */
      oldestAt: instant.nullable(),
      /** Given up after the last try, and not sent again. */
      failed: count,
    }),
    /** Providers that are not asked for a while once they fail, as the node that answers sees them. */
    circuits: z.array(z.strictObject({ provider: text(40), isClosed: z.boolean() })).max(20),
    /** Servers of the last day that did not stop by themselves. */
    nodes: z
      .array(
        z.strictObject({
          host: text(255),
          pid: z.int(),
          /** Which build it runs; null of one that did not say. */
          build: text(60).nullable(),
          upSeconds: seconds,
          seenSeconds: seconds,
          /** False of one that has not been heard of for three beats. */
          isLive: z.boolean(),
          /** The one that answers. */
          isThis: z.boolean(),
        }),
      )
      .max(200),
  }),
  refusals: [],
  idempotent: false,
  summary: 'How the servers stand: jobs given up, queues, outbox, circuits of providers, nodes and builds',
  source: 'ours',
})

export const retryJobCall = defineCall({
  name: 'retryJob',
  method: 'POST',
  path: '/dolphin-ops/system/retry',
  feature: 'system',
  access: 'operations',
  staff: may('system.jobs', 'server'),
  request: { body: z.strictObject({ jobId }) },
  reply: z.strictObject({ job: text(100), key: text(200) }),
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Has a job that was given up tried once more; it stands in the audit',
  source: 'ours',
})
