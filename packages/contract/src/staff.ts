import { z } from 'zod'
import { defineCall } from './call.ts'
import {
  challengeId,
  employeeId,
  passkeyAssertion,
  passkeyOptions,
  passkeyRegistration,
  staffSession,
} from './shapes/staff.ts'
import { everyEmployee } from './staff-rule.ts'
import { email, instant, loginCode, password, sessionId, text, typedName } from './wire.ts'

/** Half of an invitation each: who confirmed it holds the link, who entered it holds the code. */
const invitationHalves = {
  link: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Open the link of the invitation again'),
  code: z.string().trim().min(1, 'Enter the code of the invitation').max(20),
}

export const beginStaffSignInCall = defineCall({
  name: 'beginStaffSignIn',
  method: 'POST',
  path: '/dolphin-ops/sign-in/begin',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['tooManyRequests'],
  idempotent: false,
  summary: 'Asks for a passkey of the desk; the passkey says who signs in',
  source: 'ours',
})

export const staffSignInCall = defineCall({
  name: 'staffSignIn',
  method: 'POST',
  path: '/dolphin-ops/sign-in/passkey',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ challengeId, response: passkeyAssertion }) },
  reply: staffSession,
  refusals: ['staffSignInRefused', 'passkeyBlocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Opens an employee’s session at the desk by a passkey',
  source: 'ours',
})

export const staffPasswordSignInCall = defineCall({
  name: 'staffPasswordSignIn',
  method: 'POST',
  path: '/dolphin-ops/sign-in/password',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ email, password, code: loginCode }) },
  reply: staffSession,
  refusals: ['staffSignInRefused', 'authenticatorClockOff', 'signInThrottled', 'tooManyRequests'],
  idempotent: false,
  summary: 'Opens an employee’s session at the desk by password and a code of the authenticator app',
  source: 'ours',
})

export const beginSingleSignOnCall = defineCall({
  name: 'beginSingleSignOn',
  method: 'POST',
  path: '/dolphin-ops/sign-in/single-sign-on/begin',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({}) },
  /** Where the browser goes: the company's provider, which leads back to `/sign-in/single-sign-on` of the desk. */
  reply: z.strictObject({ location: text(4_000) }),
  refusals: ['notFound', 'singleSignOnAway', 'tooManyRequests'],
  idempotent: false,
  summary: 'Begins a sign-in at the company’s provider of single sign-on (OpenID Connect)',
  source: 'ours',
})

export const completeSingleSignOnCall = defineCall({
  name: 'completeSingleSignOn',
  method: 'POST',
  path: '/dolphin-ops/sign-in/single-sign-on',
  feature: 'staff',
  access: 'public',
  request: {
    /** The query with which the provider sent the browser back, as it stands. */
    body: z.strictObject({ answer: z.string().min(1).max(8_000) }),
  },
  reply: staffSession,
  refusals: [
    'notFound',
    'singleSignOnOver',
    'singleSignOnDenied',
    'singleSignOnInvalid',
    'singleSignOnClockOff',
    'singleSignOnTooWeak',
    'singleSignOnAway',
    'staffSignInRefused',
    'tooManyRequests',
  ],
  idempotent: false,
  summary: 'Opens an employee’s session at the desk by the answer of the company’s provider',
  source: 'ours',
})

export const staffSignOutCall = defineCall({
  name: 'staffSignOut',
  method: 'POST',
  path: '/dolphin-ops/sign-out',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ signedOut: z.literal(true) }),
  refusals: [],
  idempotent: false,
  summary: 'Ends the session that asks',
  source: 'ours',
})

export const readStaffSessionCall = defineCall({
  name: 'readStaffSession',
  method: 'GET',
  path: '/dolphin-ops/me',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {},
  reply: staffSession,
  refusals: [],
  idempotent: false,
  summary: 'Who is signed in, until when, and what they may do',
  source: 'ours',
})

export const beginEnrollmentCall = defineCall({
  name: 'beginEnrollment',
  method: 'POST',
  path: '/dolphin-ops/enrollment/begin',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject(invitationHalves) },
  reply: z.strictObject({
    challengeId,
    employeeId,
    name: text(80),
    options: passkeyOptions,
    /** For those without a passkey: the key of an authenticator app, which goes with a password. */
    authenticator: z.strictObject({ secret: text(64), otpauthUrl: text(400) }),
    expiresAt: instant,
  }),
  refusals: ['linkNoLongerValid', 'tooManyRequests'],
  idempotent: false,
  summary: 'Opens an invitation by its link and its code, and asks for a passkey or a password with an app',
  source: 'ours',
})

export const completeEnrollmentCall = defineCall({
  name: 'completeEnrollment',
  method: 'POST',
  path: '/dolphin-ops/enrollment',
  feature: 'staff',
  access: 'public',
  request: {
    body: z.strictObject({
      ...invitationHalves,
      challengeId,
      factor: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('passkey'),
          /** As its owner calls it: "Desk key". */
          name: typedName(80, 'Name the passkey'),
          response: passkeyRegistration,
        }),
        z.strictObject({ kind: z.literal('password'), password, code: loginCode }),
      ]),
    }),
  },
  reply: z.strictObject({ employeeId, enrolled: z.literal(true) }),
  refusals: [
    'linkNoLongerValid',
    'enrollmentRefused',
    'knownKey',
    'passwordRefused',
    'authenticatorCodeInvalid',
    'authenticatorClockOff',
    'tooManyRequests',
  ],
  idempotent: false,
  summary: 'Enrolls an employee by a passkey, or by a password with an authenticator app',
  source: 'ours',
})

export const reportKnownKeyCall = defineCall({
  name: 'reportKnownKey',
  method: 'POST',
  path: '/dolphin-ops/enrollment/known-key',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ ...invitationHalves, challengeId }) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['linkNoLongerValid', 'tooManyRequests'],
  idempotent: false,
  summary: 'The browser refused a key as known at this desk: asks whose it is by a touch of the same key',
  source: 'ours',
})

export const nameKnownKeyCall = defineCall({
  name: 'nameKnownKey',
  method: 'POST',
  path: '/dolphin-ops/enrollment/known-key/owner',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ ...invitationHalves, challengeId, response: passkeyAssertion }) },
  reply: z.strictObject({ linked: z.boolean() }),
  refusals: ['linkNoLongerValid', 'staffSignInRefused', 'passkeyBlocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Links the account that enrolls with the account that the key belongs to',
  source: 'ours',
})

export const endStaffSessionCall = defineCall({
  name: 'endStaffSession',
  method: 'POST',
  path: '/dolphin-ops/session/end',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {
    body: z.strictObject({
      /** One of the employee’s own; all but the one that asks where none is named. */
      sessionId: sessionId.nullable(),
    }),
  },
  reply: z.strictObject({ ended: z.int().nonnegative() }),
  refusals: [],
  idempotent: false,
  summary: 'Ends sessions of the employee who asks, such as that of a terminal',
  source: 'ours',
})
