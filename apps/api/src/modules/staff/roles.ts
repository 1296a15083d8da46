import type { CallRequest } from '@dolphin/contract/call'
import type { changeRoleCall, inviteEmployeeCall } from '@dolphin/contract/employees'
import { findEmployee, lockStaff } from '@dolphin/database/staff/employee-repository'
import {
  confirmRoles,
  type EmployeeRole,
  endRoles,
  findRole,
  insertRole,
} from '@dolphin/database/staff/role-repository'
import { assert } from '@dolphin/domain/assert'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { isSecondPerson } from '@dolphin/domain/staff/authority'
import { type Result, refuse } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { judgeMove } from './judge-move.ts'
import { auditStaff, employeeActor } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

/** A role with its bounds, as the wire says them. */
export type RoleTerms = Extract<
  CallRequest<typeof inviteEmployeeCall>['body'],
  { kind: 'new' }
>['roles'][number]

const dayOf = (text: string): LocalDate => {
  const day = parseLocalDate(text)
  assert(day !== undefined, 'the contract takes days alone')
  return day
}

const centsOf = (text: string | null): Cents | null => {
  const amount = text === null ? null : parseMoney(text)
  assert(amount !== undefined, 'the contract takes amounts alone')
  return amount
}

/** Enters roles that another has to confirm. */
export async function enterRoles(
  { random }: Pick<StaffDeps, 'random'>,
  unit: UnitOfWork,
  employeeId: string,
  roles: readonly RoleTerms[],
  by: string,
): Promise<void> {
  for (const { role, portfolioId, amountLimit, from, until } of roles) {
    const grantNo = newId(random)
    await insertRole(unit.tx, {
      grantNo,
      employeeId,
      role,
      portfolioId,
      amountLimit: centsOf(amountLimit),
      fromDay: dayOf(from),
      untilDay: until === null ? null : dayOf(until),
      grantedBy: by,
      grantedAt: unit.now,
    })
    await auditStaff(unit, {
      employeeId,
      action: 'roleEntered',
      actor: by,
      facts: { grantNo, role, portfolioId },
    })
  }
}

type RoleChange = CallRequest<typeof changeRoleCall>['body']

/**
 * Enters a role, confirms what another entered, or ends one. What is ended counts for nothing from the next request on;
 * what is entered counts for nothing until another confirms it.
 */
export async function changeRole(
  deps: StaffDeps,
  unit: UnitOfWork,
  change: RoleChange,
  by: string,
): Promise<Result<string>> {
  const { employeeId } = change
  await lockStaff(unit.tx)
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  if (employee === undefined) return refuse('notFound')
  if (employeeActor(employeeId) === by) return refuse('ownAccountRefused')
  if (change.act === 'enter') {
    if (employee.state !== 'active') return refuse('employeeStateRefused')
    await enterRoles(deps, unit, employeeId, [change.role], by)
    return ok(employeeId)
  }
  const role = await findRole(unit.tx, change.grantNo)
  if (role === undefined || role.employeeId !== employeeId) return refuse('notFound')
  if (role.endedAt !== null) return refuse('conflict')
  return change.act === 'confirm' ? await confirmOne(unit, role, by) : await endOne(unit, employee, role, by)
}

async function confirmOne(unit: UnitOfWork, role: EmployeeRole, by: string): Promise<Result<string>> {
  const { employeeId, grantNo, grantedBy } = role
  if (!isSecondPerson(grantedBy, by)) return refuse('makerCheckerSame')
  const confirmed = await confirmRoles(unit.tx, { employeeId, grantNo }, { by, at: unit.now })
  if (confirmed === 0) return refuse('conflict')
  await auditStaff(unit, {
    employeeId,
    action: 'roleConfirmed',
    actor: by,
    facts: { grantNo, role: role.role },
  })
  return ok(employeeId)
}

async function endOne(
  unit: UnitOfWork,
  employee: Parameters<typeof judgeMove>[1],
  { employeeId, grantNo, role, confirmedAt }: EmployeeRole,
  by: string,
): Promise<Result<string>> {
  // Without the role the last administrator is none any more.
  const mayLeave = role !== 'administrator' || confirmedAt === null || employee.state !== 'active'
  const judged = mayLeave ? ok(undefined) : await judgeMove(unit, employee, 'suspended', [by])
  if (!judged.ok) return judged
  await endRoles(unit.tx, { employeeId, grantNo }, { by, at: unit.now })
  await auditStaff(unit, { employeeId, action: 'roleEnded', actor: by, facts: { grantNo, role } })
  return ok(employeeId)
}
