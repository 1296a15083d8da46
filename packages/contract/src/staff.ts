import { z } from 'zod'
import { defineCall } from './call.ts'
import { employeeSession } from './shapes/session.ts'
import { text } from './wire.ts'

export const employeeSignInCall = defineCall({
  name: 'employeeSignIn',
  method: 'POST',
  path: '/dolphin-ops/sign-in',
  feature: 'staff',
  /** The one call below /dolphin-ops that is not for employees: it makes somebody one. */
  access: 'public',
  request: { body: z.strictObject({ credential: text(512) }) },
  reply: employeeSession,
  refusals: ['credentialInvalid'],
  idempotent: false,
  summary: 'Opens an employee’s session with the credential that `ops employee create` wrote',
  source: 'ours',
})
