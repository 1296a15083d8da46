import { z } from 'zod'
import { defineCall } from './call.ts'
import { challengeId, employeeId, passkeyAssertion, passkeyOptions } from './shapes/staff.ts'
import { everyEmployee } from './staff-rule.ts'
import { instant, text, typedName } from './wire.ts'

/** The secret that a terminal holds while it waits. */
const deviceCode = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Begin again with: login')

export const beginTerminalCall = defineCall({
  name: 'beginTerminal',
  method: 'POST',
  path: '/dolphin-ops/terminal/begin',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ label: typedName(80, 'Name the terminal') }) },
  reply: z.strictObject({
    deviceCode,
    /** For the employee to enter at the desk. */
    code: text(20),
    link: text(300),
    expiresAt: instant,
    pollSeconds: z.int().positive(),
  }),
  refusals: ['tooManyRequests'],
  idempotent: false,
  summary: 'A terminal asks to be let in and shows a code',
  source: 'ours',
})

/** The code that a terminal shows, as it is typed. */
const shownCode = z.string().trim().min(1, 'Enter the code').max(20)

export const beginLettingInCall = defineCall({
  name: 'beginLettingIn',
  method: 'POST',
  path: '/dolphin-ops/terminal/touch',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ code: shownCode }) },
  reply: z.strictObject({
    /** Where: the terminal that asks, as it calls itself, from which address and since when. */
    label: text(80),
    address: text(64),
    askedAt: instant,
    /** Which rights it would act with, in words. */
    roles: z.array(text(200)).max(200),
    challengeId,
    options: passkeyOptions,
  }),
  refusals: ['notFound', 'deskRequired', 'tooManyRequests'],
  idempotent: false,
  summary: 'Shows which terminal asks to be let in, and asks for a passkey over where, who and which rights',
  source: 'ours',
})

export const letTerminalInCall = defineCall({
  name: 'letTerminalIn',
  method: 'POST',
  path: '/dolphin-ops/terminal',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ code: shownCode, challengeId, response: passkeyAssertion }) },
  reply: z.strictObject({ label: text(80) }),
  refusals: [
    'notFound',
    'deskRequired',
    'tooManyRequests',
    'approvalChanged',
    'staffSignInRefused',
    'passkeyBlocked',
  ],
  idempotent: false,
  summary: 'Lets the terminal in that was shown, by a passkey, for the employee who asks, for 12 hours',
  source: 'ours',
})

export const claimTerminalCall = defineCall({
  name: 'claimTerminal',
  method: 'POST',
  path: '/dolphin-ops/terminal/claim',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ deviceCode }) },
  reply: z.discriminatedUnion('waiting', [
    z.strictObject({ waiting: z.literal(true) }),
    z.strictObject({
      waiting: z.literal(false),
      credential: text(64),
      employeeId,
      name: text(80),
      expiresAt: instant,
    }),
  ]),
  refusals: ['linkNoLongerValid'],
  idempotent: false,
  summary: 'Gives a terminal its credential once it was let in',
  source: 'ours',
})
