import { z } from 'zod'
import { defineCall } from './call.ts'
import {
  challengeId,
  employeeFactor,
  passkeyAssertion,
  passkeyOptions,
  passkeyRegistration,
} from './shapes/staff.ts'
import { everyEmployee } from './staff-rule.ts'
import { instant, loginCode, password, sessionId, text, typedName } from './wire.ts'

/** Proof, just now, that the employee is at the desk: by a passkey they have, or by password and code. */
const staffProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passkey'), challengeId, response: passkeyAssertion }),
  z.strictObject({ kind: z.literal('password'), password, code: loginCode }),
])

const ownAccount = z.strictObject({
  factors: z.array(employeeFactor).max(50),
  /** Whether a synced passkey confirms what moves money or someone's access. */
  syncedConfirms: z.boolean(),
  sessions: z
    .array(
      z.strictObject({
        sessionId,
        kind: z.enum(['desk', 'terminal']),
        label: text(80).nullable(),
        openedAt: instant,
        lastSeenAt: instant,
        /** Whether it is the one that asks. */
        own: z.boolean(),
      }),
    )
    .max(100),
})

export const readStaffAccountCall = defineCall({
  name: 'readStaffAccount',
  method: 'GET',
  path: '/dolphin-ops/me/account',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {},
  reply: ownAccount,
  refusals: [],
  idempotent: false,
  summary: 'The employee’s own passkeys and open sessions',
  source: 'ours',
})

export const askStaffProofCall = defineCall({
  name: 'askStaffProof',
  method: 'POST',
  path: '/dolphin-ops/passkey/proof',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['deskRequired', 'tooManyRequests'],
  idempotent: false,
  summary: 'Asks for one of the employee’s passkeys before their passkeys change',
  source: 'ours',
})

export const beginPasskeyCall = defineCall({
  name: 'beginPasskey',
  method: 'POST',
  path: '/dolphin-ops/passkey/begin',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ proof: staffProof }) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: [
    'deskRequired',
    'enrollmentRefused',
    'staffSignInRefused',
    'passkeyBlocked',
    'authenticatorClockOff',
    'signInThrottled',
    'tooManyRequests',
  ],
  idempotent: false,
  summary: 'Begins another passkey of the employee after a proof made just now',
  source: 'ours',
})

export const addPasskeyCall = defineCall({
  name: 'addPasskey',
  method: 'POST',
  path: '/dolphin-ops/passkey',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {
    body: z.strictObject({
      challengeId,
      name: typedName(80, 'Name the passkey'),
      response: passkeyRegistration,
    }),
  },
  reply: ownAccount,
  refusals: ['deskRequired', 'enrollmentRefused', 'knownKey'],
  idempotent: false,
  summary: 'Adds another passkey of the employee; it confirms nothing in this session',
  source: 'ours',
})

export const reportOwnKnownKeyCall = defineCall({
  name: 'reportOwnKnownKey',
  method: 'POST',
  path: '/dolphin-ops/passkey/known-key',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ challengeId }) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['deskRequired', 'enrollmentRefused', 'tooManyRequests'],
  idempotent: false,
  summary: 'The browser refused a key as known at this desk: asks whose it is by a touch of the same key',
  source: 'ours',
})

export const nameOwnKnownKeyCall = defineCall({
  name: 'nameOwnKnownKey',
  method: 'POST',
  path: '/dolphin-ops/passkey/known-key/owner',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ challengeId, response: passkeyAssertion }) },
  /** Not linked: the key is the employee's own. */
  reply: z.strictObject({ linked: z.boolean() }),
  refusals: ['deskRequired', 'enrollmentRefused', 'staffSignInRefused', 'passkeyBlocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Links the employee’s account with the account that the key belongs to',
  source: 'ours',
})

export const removePasskeyCall = defineCall({
  name: 'removePasskey',
  method: 'POST',
  path: '/dolphin-ops/passkey/remove',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ factorId: text(64), proof: staffProof }) },
  reply: ownAccount,
  refusals: [
    'deskRequired',
    'notFound',
    'lastFactor',
    'staffSignInRefused',
    'passkeyBlocked',
    'authenticatorClockOff',
    'signInThrottled',
    'tooManyRequests',
  ],
  idempotent: false,
  summary: 'Removes a passkey by another one; its sessions end',
  source: 'ours',
})
