import { z } from 'zod'
import { defineCall } from './call.ts'
import { employeeId } from './shapes/staff.ts'
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

export const letTerminalInCall = defineCall({
  name: 'letTerminalIn',
  method: 'POST',
  path: '/dolphin-ops/terminal',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ code: z.string().trim().min(1, 'Enter the code').max(20) }) },
  reply: z.strictObject({ label: text(80) }),
  refusals: ['notFound', 'deskRequired', 'tooManyRequests'],
  idempotent: false,
  summary: 'Lets the terminal in that shows this code, for the employee who asks, for 24 hours',
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
  refusals: ['linkNoLongerValid', 'staffSignInRefused'],
  idempotent: false,
  summary: 'Gives a terminal its credential once it was let in',
  source: 'ours',
})
