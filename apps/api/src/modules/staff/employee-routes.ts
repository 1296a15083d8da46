import {
  changeEmployeeCall,
  changeRoleCall,
  confirmInvitationCall,
  enrollFirstAdministratorCall,
  inviteEmployeeCall,
  listEmployeeCall,
} from '@dolphin/contract/employees'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { actorName } from '../../http/actor.ts'
import { deskRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { Result } from '../../refusal.ts'
import { changeEmployee } from './employee-changes.ts'
import { employeeList, employeeView } from './employee-view.ts'
import { enrollFirstAdministrator } from './first-administrators.ts'
import { confirmEntered, inviteAgain, inviteNewcomer } from './invitations.ts'
import { changeRole } from './roles.ts'
import { limitTries } from './sign-in.ts'
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
        return timed(
          body.kind === 'new'
            ? await inviteNewcomer(deps, unit, body, by)
            : await inviteAgain(deps, unit, body.employeeId, by),
        )
      }),
    ),
    operationsRoute(confirmInvitationCall, ({ body, actor, origin, write }) =>
      write(async (unit) => {
        const how = { by: actorName(actor), deskOrigin: origin.baseUrl }
        return timed(await confirmEntered(deps, unit, body.invitationNo, how))
      }),
    ),
    deskRoute(enrollFirstAdministratorCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'first-administrator', origin.ip)
      if (!limited.ok) return limited
      return await write(async (unit) => timed(await enrollFirstAdministrator(deps, unit, body, desk.origin)))
    }),
    operationsRoute(changeEmployeeCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const changed = await changeEmployee(deps, unit, body, actorName(actor))
        return changed.ok ? ok(await employeeView(deps, unit, changed.value)) : changed
      }),
    ),
    operationsRoute(changeRoleCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const changed = await changeRole(deps, unit, body, actorName(actor))
        return changed.ok ? ok(await employeeView(deps, unit, changed.value)) : changed
      }),
    ),
  ]
}
