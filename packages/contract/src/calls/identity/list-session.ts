import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, sessionId, text } from '../../wire.ts'

/** The most sessions that are shown; ending all others ends those beyond it too. */
export const MOST_LISTED_SESSIONS = 100

export const listSessionCall = defineCall({
  name: 'listSession',
  method: 'GET',
  path: '/dolphin-customer/session',
  feature: 'identity',
  access: 'customer',
  request: {},
  reply: z.strictObject({
    /** This one first, then the one last seen. */
    sessions: z
      .array(
        z.strictObject({
          /** Names a session to end; it opens nothing. */
          sessionId,
          /** "Chrome", and "Android" or "iPhone", as the browser said of itself; null where it did not. */
          browser: text(40).nullable(),
          system: text(40).nullable(),
          startedAt: instant,
          /** To the minute. */
          lastSeenAt: instant,
          /** The one that asks. */
          current: z.boolean(),
        }),
      )
      .max(MOST_LISTED_SESSIONS),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Where the customer is signed in',
  source: 'ours',
})
