import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findMirror, type Mirror } from '@dolphin/database/staff/mirror-repository'
import { ok } from '@dolphin/domain/outcome'
import { scopeOf } from '@dolphin/domain/staff/authority'
import type { Deps } from '../../deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import type { FindMirrored } from '../../http/mirror.ts'
import { hiddenFrom } from '../../http/personal-reply.ts'
import { refuse } from '../../refusal.ts'
import { findStaff } from '../staff/staff-sessions.ts'

/** Whether a view counts at an instant. */
export const isOpenMirror = ({ endedAt, expiresAt }: Mirror, now: Date): boolean =>
  endedAt === null && now < expiresAt

/** Whether the employee's roles, as they stand now, let them look on in this portfolio. */
function maySee({ roles, day }: EmployeeActor, { portfolioId }: Mirror): boolean {
  const scope = scopeOf(roles, { permission: 'mirror.view', day }, ['may'])
  return scope === 'all' || scope.includes(portfolioId)
}

/**
 * Whom a view shows, asked anew at each of its calls: the employee's session, state and roles, the view, and the customer
 * have to stand. Writes nothing, not even that the employee's session was used. Errors: `mirrorOver`.
 */
export const findMirrored =
  (deps: Pick<Deps, 'database' | 'clock' | 'cipher' | 'portfolios'>): FindMirrored =>
  async (staffToken, mirrorNo) => {
    const over = refuse('mirrorOver')
    const staff = staffToken === undefined ? over : await findStaff(deps, staffToken)
    if (!staff.ok) return over
    const { employeeId } = staff.value
    const mirror = await findMirror(deps.database.db, { employeeId, mirrorNo })
    if (mirror === undefined || !isOpenMirror(mirror, deps.clock.now()) || !maySee(staff.value, mirror))
      return over
    const data = deps.portfolios.byId(mirror.portfolioId)
    const customer = await findCustomer(deps.database.db, deps.cipher, mirror)
    if (data === undefined || customer === undefined) return over
    const { portfolioId, openId } = customer
    return ok({
      portfolio: data.portfolio,
      hidden: hiddenFrom(staff.value, [mirror.portfolioId]),
      actor: {
        kind: 'customer',
        sessionId: mirrorNo,
        tokenHash: '',
        openId,
        portfolioId,
        // No proof of the customer's own: what asks for one stays closed
        authenticatedAt: new Date(0),
      },
    })
  }
