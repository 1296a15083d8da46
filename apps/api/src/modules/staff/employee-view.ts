import type { CallReply } from '@dolphin/contract/call'
import type { listEmployeeCall } from '@dolphin/contract/employees'
import type { readStaffSessionCall } from '@dolphin/contract/staff'
import { type AccountLink, listLinks } from '@dolphin/database/staff/link-repository'
import { type Employee, findEmployee, listEmployees } from '@dolphin/database/staff/employee-repository'
import { type Factor, listFactors } from '@dolphin/database/staff/factor-repository'
import { type Invitation, listOpenInvitations } from '@dolphin/database/staff/invitation-repository'
import { type EmployeeRole, grantOf, listAllRoles, listRoles } from '@dolphin/database/staff/role-repository'
import { findStaffSession, type StaffSession } from '@dolphin/database/staff/staff-session-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { type RoleGrant, scopeOf } from '@dolphin/domain/staff/authority'
import { STAFF_ACTS, STAFF_PERMISSIONS } from '@dolphin/domain/staff/permissions'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { StaffDeps } from './staff-deps.ts'
import { idleEnd, staffDay } from './staff-sessions.ts'

type EmployeeList = CallReply<typeof listEmployeeCall>
type EmployeeView = EmployeeList['employees'][number]

const at = (instant: Date): string => isoInZone(instant, NEW_YORK)

const termsView = ({ role, portfolioId, amountLimit, from, until }: RoleGrant) => ({
  role,
  portfolioId,
  amountLimit: amountLimit === null ? null : moneyToWire(amountLimit),
  from: formatLocalDate(from),
  until: until === null ? null : formatLocalDate(until),
})

const roleView = (role: EmployeeRole) => ({
  ...termsView(grantOf(role)),
  grantNo: role.grantNo,
  grantedBy: role.grantedBy,
  confirmedBy: role.confirmedBy,
})

/** A factor as its owner and administrators see it. */
export const factorView = ({ factorId, kind, name, backupEligible, madeAt, lastUsedAt }: Factor) => ({
  factorId,
  kind,
  name,
  synced: backupEligible,
  madeAt: at(madeAt),
  lastUsedAt: lastUsedAt === null ? null : at(lastUsedAt),
})

const invitationView = ({
  invitationNo,
  employeeId,
  invitedBy,
  invitedAt,
  confirmedBy,
  expiresAt,
}: Invitation) => ({
  invitationNo,
  employeeId,
  invitedBy,
  invitedAt: at(invitedAt),
  confirmedBy,
  expiresAt: at(expiresAt),
})

const viewOf = (
  { employeeId, name, email, state }: Employee,
  roles: readonly EmployeeRole[],
  factors: readonly Factor[],
): EmployeeView => ({
  employeeId,
  name,
  email,
  state,
  roles: roles.map(roleView),
  factors: factors.map(factorView),
})

/** One employee as they stand in this unit of work. */
export async function employeeView(
  { cipher }: Pick<StaffDeps, 'cipher'>,
  { tx }: UnitOfWork,
  employeeId: string,
): Promise<EmployeeView> {
  const employee = await findEmployee(tx, cipher, employeeId)
  assert(employee !== undefined, 'an employee is never deleted')
  return viewOf(employee, await listRoles(tx, employeeId), await listFactors(tx, employeeId))
}

const linkView = (
  { linkNo, one, other, finding, foundAt }: AccountLink,
  names: ReadonlyMap<string, string>,
): EmployeeList['links'][number] => {
  const named = (employeeId: string) => ({ employeeId, name: names.get(employeeId) ?? employeeId })
  return { linkNo, one: named(one), other: named(other), finding, foundAt: at(foundAt) }
}

/** Every employee, the links of their accounts and the invitations that are open. */
export async function employeeList(
  { database: { db }, cipher }: Pick<StaffDeps, 'database' | 'cipher'>,
  now: Date,
): Promise<EmployeeList> {
  const roles = Map.groupBy(await listAllRoles(db), ({ employeeId }) => employeeId)
  const factors = Map.groupBy(await listFactors(db), ({ employeeId }) => employeeId)
  const employees = (await listEmployees(db, cipher)).map((employee) =>
    viewOf(employee, roles.get(employee.employeeId) ?? [], factors.get(employee.employeeId) ?? []),
  )
  const names = new Map(employees.map(({ employeeId, name }) => [employeeId, name]))
  const links = (await listLinks(db)).map((link) => linkView(link, names))
  return { employees, invitations: (await listOpenInvitations(db, now)).map(invitationView), links }
}

type SessionView = CallReply<typeof readStaffSessionCall>

/** What these roles allow on a day, right by right. */
function permissionsOf(roles: readonly RoleGrant[], day: LocalDate): SessionView['permissions'] {
  return STAFF_PERMISSIONS.flatMap((permission) =>
    STAFF_ACTS.flatMap((act) => {
      const scope = scopeOf(roles, { permission, day }, [act])
      const portfolios = scope === 'all' ? null : scope
      return portfolios?.length === 0 ? [] : [{ permission, act, portfolios }]
    }),
  )
}

/** An open session as its holder sees it. */
export async function sessionView(
  executor: UnitOfWork['tx'],
  { tokenHash }: Pick<StaffSession, 'tokenHash'>,
  now: Date,
): Promise<SessionView> {
  const session = await findStaffSession(executor, tokenHash)
  assert(session !== undefined, 'a session that was just read is there')
  const { sessionId, employeeId, name, kind, expiresAt } = session
  const roles = session.roles.map(grantOf)
  return {
    sessionId,
    employeeId,
    name,
    kind,
    idleExpiresAt: at(idleEnd(session)),
    expiresAt: at(expiresAt),
    roles: roles.map(termsView),
    permissions: permissionsOf(roles, staffDay(now)),
  }
}
