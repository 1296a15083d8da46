import { success } from '@dolphin/contract/envelope'
import { ok } from '@dolphin/domain/outcome'
import { STAFF_ROLES } from '@dolphin/domain/staff/codes'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { deskAt, deskVisit } from '../http/desk.ts'
import { sendFailure } from '../http/error-handler.ts'
import { isForeignOrigin } from '../http/origin.ts'
import {
  anyRole,
  DEMONSTRATION_TEAM,
  enrollDemonstration,
  openDemonstration,
} from '../modules/staff/demonstration-staff.ts'

type Needed = Pick<Deps, 'config' | 'cipher' | 'random' | 'units'>

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
    reply.send(success({ employees: DEMONSTRATION_TEAM.map(({ name, roles }) => ({ name, roles })) })),
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
    const { employeeId, expiresAt } = session
    const credential = isBrowser ? null : token
    return reply.send(
      success({ employeeId, name: opened.value.name, credential, expiresAt: expiresAt.toISOString() }),
    )
  })
}
