import { employeeId, passkeyOptions } from '@dolphin/contract/shapes/staff'
import { success } from '@dolphin/contract/envelope'
import { ok } from '@dolphin/domain/outcome'
import { STAFF_ROLES } from '@dolphin/domain/staff/codes'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { deskAt, deskVisit } from '../http/desk.ts'
import { sendFailure } from '../http/error-handler.ts'
import { isForeignOrigin } from '../http/origin.ts'
import { employeeIdOf } from '../modules/staff/employee-id.ts'
import {
  anyRole,
  DEMONSTRATION_TEAM,
  demonstrationPasskey,
  enrollDemonstration,
  openDemonstration,
  openDeskOf,
} from '../modules/staff/demonstration-staff.ts'

type Needed = Pick<Deps, 'config' | 'cipher' | 'random' | 'units' | 'keys'>

const body = z.strictObject({
  name: z.string().trim().min(1).max(40),
  /** Every role where none is named. */
  roles: z.array(z.enum(STAFF_ROLES)).min(1).max(STAFF_ROLES.length).optional(),
  portfolioId: z.int().min(1).max(999).nullable().optional(),
})

/** Enrolls the team of a demonstration, so that a development server has someone for each role from its start. */
export async function enrollTeam(deps: Needed): Promise<void> {
  await deps.units.write(async (unit) => {
    for (const who of DEMONSTRATION_TEAM) await enrollDemonstration(deps, unit, who)
    return ok(undefined)
  })
}

/**
 * Who can sign in as whom on a development server, and their sessions: of a terminal, or at the desk's host of the
 * browser that asks. In production the address does not exist.
 */
export function registerDemonstrationStaff(app: FastifyInstance, deps: Needed): void {
  app.get('/dev/staff', { schema: { hide: true } }, (_request, reply) =>
    reply.send(
      success({
        employees: DEMONSTRATION_TEAM.map(({ name, roles }) => ({
          employeeId: employeeIdOf(name),
          name,
          roles,
        })),
      }),
    ),
  )
  app.post('/dev/staff', { schema: { body, hide: true } }, async (request, reply) => {
    if (isForeignOrigin(request)) return sendFailure(request, reply, 'originNotAllowed')
    const { name, roles, portfolioId } = request.body as z.output<typeof body>
    const known = DEMONSTRATION_TEAM.find((one) => one.name === name) ?? anyRole(name)
    const who = { ...known, roles: roles ?? known.roles, portfolioId: portfolioId ?? known.portfolioId }
    const isBrowser = request.headers['sec-fetch-mode'] !== undefined
    const kind = isBrowser ? 'desk' : 'terminal'
    const opened = await deps.units.write(async (unit) => ok(await openDemonstration(deps, unit, who, kind)))
    if (!opened.ok) return sendFailure(request, reply, opened.error.name, opened.error.detail)
    const { token, session } = opened.value
    const desk = deskAt(request, deps.config)
    if (isBrowser && desk !== undefined) deskVisit(desk, request, reply, deps.config.mode).keepToken(token)
    const { expiresAt } = session
    const credential = isBrowser ? null : token
    const answered = { employeeId: session.employeeId, name: opened.value.name, credential }
    return reply.send(success({ ...answered, expiresAt: expiresAt.toISOString() }))
  })
  registerDeskOfDemonstration(app, deps)
}

const signIn = z.strictObject({ employeeId })
const touch = z.strictObject({ employeeId, options: passkeyOptions })

/** What a page does in development instead of asking hardware: sign in, and sign by the passkey of this server. */
function registerDeskOfDemonstration(app: FastifyInstance, deps: Needed): void {
  app.post('/dev/staff/sign-in', { schema: { body: signIn, hide: true } }, async (request, reply) => {
    if (isForeignOrigin(request)) return sendFailure(request, reply, 'originNotAllowed')
    const asked = request.body as z.output<typeof signIn>
    const desk = deskAt(request, deps.config)
    if (desk === undefined) return sendFailure(request, reply, 'notFound')
    const opened = await deps.units.write(async (unit) => ok(await openDeskOf(deps, unit, asked.employeeId)))
    if (!opened.ok || opened.value === undefined) return sendFailure(request, reply, 'notFound')
    const { token, session, name } = opened.value
    deskVisit(desk, request, reply, deps.config.mode).keepToken(token)
    return reply.send(
      success({ employeeId: asked.employeeId, name, expiresAt: session.expiresAt.toISOString() }),
    )
  })
  app.post('/dev/staff/passkey', { schema: { body: touch, hide: true } }, (request, reply) => {
    if (isForeignOrigin(request)) return sendFailure(request, reply, 'originNotAllowed')
    const asked = request.body as z.output<typeof touch>
    const desk = deskAt(request, deps.config)
    if (desk === undefined) return sendFailure(request, reply, 'notFound')
    const passkey = demonstrationPasskey(deps, asked.employeeId)
    const answer = { origin: desk.origin, isVerified: true, counter: 0 }
    return reply.send(success({ response: passkey.assert(asked.options, answer) }))
  })
}
