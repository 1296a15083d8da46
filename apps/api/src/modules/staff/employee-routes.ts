import {
  changeEmployeeCall,
  changeRoleCall,
  enrollFirstAdministratorCall,
  inviteEmployeeCall,
  liftLinkCall,
  listEmployeeCall,
} from '@dolphin/contract/employees'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { actorName } from '../../http/actor.ts'
import { deskRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { Result } from '../../refusal.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { changeEmployee } from './employee-changes.ts'
import { employeeList, employeeView } from './employee-view.ts'
import { enrollFirstAdministrator } from './first-administrators.ts'
import { inviteAgain, inviteNewcomer } from './invitations.ts'
import { changeRole } from './roles.ts'
import { limitTries } from './sign-in.ts'
import { enterLinkLift } from './link-lift.ts'
import { approveInvitation, approveRole } from './staff-approvals.ts'
import type { StaffDeps } from './staff-deps.ts'

/** With the end as the wire says it. */
const timed = <T extends { readonly expiresAt: Date }>(result: Result<T>) =>
  result.ok ? ok({ ...result.value, expiresAt: isoInZone(result.value.expiresAt, NEW_YORK) }) : result

/** Who the staff are: invitations, states and roles. */
export function employeeRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    operationsRoute(listEmployeeCall, async ({ now }) => ok(await employeeList(deps, now))),
    operationsRoute(inviteEmployeeCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const by = actorName(actor)
        const entered = timed(
          body.kind === 'new'
            ? await inviteNewcomer(deps, unit, body, by)
            : await inviteAgain(deps, unit, body.employeeId, by),
        )
        if (!entered.ok) return entered
        const approval = await approveInvitation(deps, unit, entererOf(actor), entered.value)
        return ok({ ...entered.value, approval })
      }),
    ),
    deskRoute(enrollFirstAdministratorCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'firstAdministrator', origin.ip)
      if (!limited.ok) return limited
      return await write(async (unit) => timed(await enrollFirstAdministrator(deps, unit, body, desk.origin)))
    }),
    operationsRoute(changeEmployeeCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const changed = await changeEmployee(deps, unit, body, actorName(actor))
        return changed.ok ? ok(await employeeView(deps, unit, changed.value)) : changed
      }),
    ),
    operationsRoute(liftLinkCall, ({ body, actor, write }) =>
      write((unit) => enterLinkLift(deps, unit, actor, body)),
    ),
    operationsRoute(changeRoleCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const changed = await changeRole(deps, unit, body, actorName(actor))
        if (!changed.ok) return changed
        const { employee, entered } = changed.value
        const named = entered && { role: entered, name: employee.name }
        const approval = named && (await approveRole(deps, unit, entererOf(actor), named))
        return ok({ employee: await employeeView(deps, unit, employee.employeeId), approval })
      }),
    ),
  ]
}
