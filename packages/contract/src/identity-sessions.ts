import { z } from 'zod'
import { defineCall } from './call.ts'
import { codeStep, limitedSession, sentAnswer, signedInSession } from './shapes/session.ts'
import {
  applicationNo,
  email,
  instant,
  isoDate,
  loanNo,
  loginCode,
  pagePath,
  password,
  portfolioId,
  resource,
  sessionId,
  signInCode,
  ssnLast4,
  text,
} from './wire.ts'

export const authenticateIdentityCall = defineCall({
  name: 'authenticateIdentity',
  method: 'POST',
  path: '/dolphin-loan/online/identity/authenticate',
  feature: 'identity',
  access: 'resource',
  request: { body: z.strictObject({ resource, ssnLast4, birthDate: isoDate }) },
  reply: z.strictObject({
    session: limitedSession,
    applicationNo,
    loanNo,
    next: pagePath,
  }),
  refusals: ['loanStatusInvalid', 'identityNotMatched', 'identityLocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Opens a session limited to the application of a link, after an identity match',
  source: 'product.md §7',
})

export const authenticatorCall = defineCall({
  name: 'authenticator',
  method: 'POST',
  path: '/dolphin-customer/authenticator',
  feature: 'identity',
  access: 'customer',
  request: {
    body: z.discriminatedUnion('step', [
      z.strictObject({ step: z.literal('start'), password }),
      z.strictObject({ step: z.literal('confirm'), code: loginCode }),
      z.strictObject({ step: z.literal('remove'), password, code: signInCode }),
    ]),
  },
  reply: z.strictObject({
    authenticatorOn: z.boolean(),
    /** Only at `start`: the key to type, and the address that a picture code carries. */
    secret: text(64).nullable(),
    otpauthUrl: text(500).nullable(),
    /** Only at `confirm`: each opens the account once. */
    recoveryCodes: z.array(text(32)).max(20),
  }),
  refusals: ['currentPasswordWrong', 'authenticatorCodeInvalid', 'authenticatorAlreadyOn', 'signInThrottled'],
  idempotent: false,
  summary: 'Switches sign-in by an authenticator on or off',
  source: 'ours',
})

const currentPassword = password

export const endSessionCall = defineCall({
  name: 'endSession',
  method: 'POST',
  path: '/dolphin-customer/session/end',
  feature: 'identity',
  access: 'customer',
  request: {
    body: z.discriminatedUnion('which', [
      /** One that has ended already, or is not the customer's, is answered the same: it is not open. */
      z.strictObject({ which: z.literal('one'), sessionId, currentPassword }),
      /** Every other than the one that asks. */
      z.strictObject({ which: z.literal('others'), currentPassword }),
    ]),
  },
  reply: z.strictObject({ done: z.literal(true) }),
  refusals: ['currentPasswordWrong', 'signInThrottled'],
  idempotent: false,
  summary: 'Ends a session of the customer, or every other one, after the password',
  source: 'ours',
})

export const extendSessionCall = defineCall({
  name: 'extendSession',
  method: 'POST',
  path: '/dolphin-customer/extend-session',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ idleExpiresAt: instant, expiresAt: instant }),
  refusals: [],
  idempotent: false,
  summary: 'Stays signed in',
  source: 'ours',
})

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

export const resendVerificationCodeCall = defineCall({
  name: 'resendVerificationCode',
  method: 'POST',
  path: '/dolphin-customer/resend-verification-code',
  feature: 'identity',
  access: 'public',
  request: { body: z.strictObject({ sessionId }) },
  reply: sentAnswer,
  refusals: ['loginCodeExpired', 'loginCodeLocked', 'tooManyRequests'],
  idempotent: false,
  summary: 'Sends the sign-in code again; at most 3 in 10 minutes',
  source: 'product.md §7',
})

export const signInCall = defineCall({
  name: 'signIn',
  method: 'POST',
  path: '/dolphin-customer/sign-in',
  feature: 'identity',
  access: 'public',
  request: {
    body: z.strictObject({
      portfolioId,
      /** The email of the account. */
      account: email,
      password,
      device: z.strictObject({
        /** Clients without cookies prove a remembered device by it. */
        deviceToken: text(512).optional(),
        remember: z.boolean(),
      }),
    }),
  },
  reply: z.discriminatedUnion('needsCode', [
    z.strictObject({ needsCode: z.literal(false), ...signedInSession.shape }),
    codeStep,
  ]),
  refusals: ['accountInformationInvalid', 'signInThrottled', 'passwordResetNeeded', 'tooManyRequests'],
  idempotent: false,
  summary: 'Signs a customer in, or asks a new device for a code',
  source: 'product.md §7',
})

export const signOutCall = defineCall({
  name: 'signOut',
  method: 'POST',
  path: '/dolphin-customer/sign-out',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({ everywhere: z.boolean() }) },
  reply: z.strictObject({ done: z.literal(true) }),
  refusals: [],
  idempotent: false,
  summary: 'Ends this session, or every session of the customer',
  source: 'ours',
})

export const verifyLoginCodeCall = defineCall({
  name: 'verifyLoginCode',
  method: 'POST',
  path: '/dolphin-customer/verify-login-code',
  feature: 'identity',
  access: 'public',
  request: {
    body: z.strictObject({
      /** The one that sign-in answered with. */
      sessionId,
      code: signInCode,
      rememberDevice: z.boolean(),
    }),
  },
  reply: signedInSession,
  refusals: [
    'loginCodeInvalid',
    'loginCodeExpired',
    'loginCodeLocked',
    'signInThrottled',
    'accountInformationInvalid',
  ],
  idempotent: false,
  summary: 'Completes a sign-in with the code of a new device',
  source: 'product.md §7',
})
