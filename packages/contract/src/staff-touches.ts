import { z } from 'zod'
import { defineCall } from './call.ts'
import { challengeId, passkeyAssertion, passkeyOptions } from './shapes/staff.ts'
import { everyEmployee } from './staff-rule.ts'
import { instant, sha256, text } from './wire.ts'

const touchNo = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'This request cannot be right')

/** A touch as it stands, with exactly what it is over. */
const touch = z.strictObject({
  touchNo,
  /** Where the employee touches it: a page of the desk. */
  link: text(300),
  title: text(120),
  lines: z.array(z.strictObject({ label: text(80), value: text(2_000) })).max(50),
  /** SHA-256 of exactly what is shown and sent. */
  digest: sha256,
  /** Used: its act was done. Over: its minutes are. */
  state: z.enum(['waiting', 'touched', 'used', 'over']),
  expiresAt: instant,
})

export const askTouchCall = defineCall({
  name: 'askTouch',
  method: 'POST',
  path: '/dolphin-ops/touch/ask',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {
    body: z.strictObject({
      /** The call that is to be made, as it names itself. */
      call: text(64),
      /** Its body. */
      request: z.record(z.string(), z.unknown()),
    }),
  },
  reply: touch,
  refusals: ['notFound', 'notPermitted', 'tooManyRequests'],
  idempotent: false,
  summary: 'Says exactly what an act that releases money does, for a passkey to be touched over it',
  source: 'ours',
})

export const readTouchCall = defineCall({
  name: 'readTouch',
  method: 'GET',
  path: '/dolphin-ops/touch/{touchNo}',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { params: z.strictObject({ touchNo }) },
  reply: touch,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'One of the employee’s own touches: what it is over, and whether it was given',
  source: 'ours',
})

export const beginTouchCall = defineCall({
  name: 'beginTouch',
  method: 'POST',
  path: '/dolphin-ops/touch/begin',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ touchNo }) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['notFound', 'deskRequired', 'approvalOver', 'touchNeeded'],
  idempotent: false,
  summary: 'Asks for one of the employee’s passkeys over the act',
  source: 'ours',
})

export const giveTouchCall = defineCall({
  name: 'giveTouch',
  method: 'POST',
  path: '/dolphin-ops/touch',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ touchNo, challengeId, response: passkeyAssertion }) },
  reply: touch,
  refusals: [
    'notFound',
    'deskRequired',
    'approvalOver',
    'touchNeeded',
    'staffSignInRefused',
    'passkeyBlocked',
  ],
  idempotent: false,
  summary: 'Takes the touch: the act may be done once, in the session that asked, within five minutes',
  source: 'ours',
})
