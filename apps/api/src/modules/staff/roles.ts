import type { CallRequest } from '@dolphin/contract/call'
import type { changeRoleCall, inviteEmployeeCall } from '@dolphin/contract/employees'
import { type Employee, findEmployee, lockStaff } from '@dolphin/database/staff/employee-repository'
import {
  confirmRoles,
  type EmployeeRole,
  endRoles,
  findRole,
  insertRole,
  listRoles,
} from '@dolphin/database/staff/role-repository'
import { assert } from '@dolphin/domain/assert'
import { formatUsDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
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

/** "collector, portfolio 118, up to $500.00, from 03/01/2026" */
export function roleWords({ role, portfolioId, amountLimit, fromDay, untilDay }: EmployeeRole): string {
  const parts = [
    role,
    portfolioId === null ? 'every portfolio' : `portfolio ${portfolioId}`,
    amountLimit === null ? 'any amount' : `up to ${formatCurrency(amountLimit)}`,
    `from ${formatUsDate(fromDay)}`,
    ...(untilDay === null ? [] : [`to ${formatUsDate(untilDay)}`]),
  ]
  return parts.join(', ')
}

/** Roles that an employee is to have. */
interface RolesOfEmployee {
  readonly employeeId: string
  readonly roles: readonly RoleTerms[]
}

/** Enters roles that another has to confirm; answers them as they wait. */
export async function enterRoles(
  { random }: Pick<StaffDeps, 'random'>,
  unit: UnitOfWork,
  { employeeId, roles }: RolesOfEmployee,
  by: string,
): Promise<readonly EmployeeRole[]> {
  for (const { role, portfolioId, amountLimit, from, until } of roles)
    await enterRole({ random }, unit, by, {
      employeeId,
      role,
      portfolioId,
      amountLimit: centsOf(amountLimit),
      fromDay: dayOf(from),
      untilDay: until === null ? null : dayOf(until),
    })
  return (await listRoles(unit.tx, employeeId)).filter(
    ({ confirmedAt, grantedAt }) => confirmedAt === null && grantedAt.getTime() === unit.now.getTime(),
  )
}

type EnteredTerms = Pick<
  EmployeeRole,
  'employeeId' | 'role' | 'portfolioId' | 'amountLimit' | 'fromDay' | 'untilDay'
>

async function enterRole(
  { random }: Pick<StaffDeps, 'random'>,
  unit: UnitOfWork,
  by: string,
  terms: EnteredTerms,
): Promise<string> {
  const { employeeId, role, portfolioId } = terms
  const grantNo = newId(random)
  await insertRole(unit.tx, { ...terms, grantNo, grantedBy: by, grantedAt: unit.now })
  const facts = { grantNo, role, portfolioId }
  await auditStaff(unit, { employeeId, action: 'roleEntered', actor: by, facts })
  return grantNo
}

/** Enters roles of an earlier entry once more, with their bounds; answers the numbers that they have now. */
export async function reenterRoles(
  deps: Pick<StaffDeps, 'random'>,
  unit: UnitOfWork,
  grantNos: readonly string[],
  by: string,
): Promise<readonly string[]> {
  const entered: string[] = []
  for (const grantNo of grantNos) {
    const role = await findRole(unit.tx, grantNo)
    assert(role !== undefined, 'a role is never deleted')
    const { employeeId, portfolioId, amountLimit, fromDay, untilDay } = role
    const terms = { employeeId, role: role.role, portfolioId, amountLimit, fromDay, untilDay }
    entered.push(await enterRole(deps, unit, by, terms))
  }
  return entered
}

type RoleChange = CallRequest<typeof changeRoleCall>['body']

/** An employee's roles after a change; the role that another has to confirm, where one was entered. */
export interface ChangedRole {
  readonly employee: Employee
  readonly entered: EmployeeRole | null
}

/** Enters a role, which counts for nothing until another confirms it, or ends one, from the next request on. */
export async function changeRole(
  deps: StaffDeps,
  unit: UnitOfWork,
  change: RoleChange,
  by: string,
): Promise<Result<ChangedRole>> {
  const { employeeId } = change
  await lockStaff(unit.tx)
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  if (employee === undefined) return refuse('notFound')
  if (employeeActor(employeeId) === by) return refuse('ownAccountRefused')
  if (change.act === 'enter') {
    if (employee.state !== 'active') return refuse('employeeStateRefused')
    const [entered = null] = await enterRoles(deps, unit, { employeeId, roles: [change.role] }, by)
    return ok({ employee, entered })
  }
  const role = await findRole(unit.tx, change.grantNo)
  if (role === undefined || role.employeeId !== employeeId) return refuse('notFound')
  if (role.endedAt !== null) return refuse('conflict')
  const ended = await endOne(deps, unit, { employee, role, by })
  return ended.ok ? ok({ employee, entered: null }) : ended
}

/** Confirms a role that another entered; refused where it was ended or its employee is not active any more. */
export async function confirmRole(
  { cipher }: Pick<StaffDeps, 'cipher'>,
  unit: UnitOfWork,
  grantNo: string,
  by: string,
): Promise<Result<EmployeeRole>> {
  await lockStaff(unit.tx)
  const role = await findRole(unit.tx, grantNo)
  if (role === undefined || role.endedAt !== null || role.confirmedAt !== null) return refuse('conflict')
  const { employeeId } = role
  if (employeeActor(employeeId) === by) return refuse('ownAccountRefused')
  const employee = await findEmployee(unit.tx, cipher, employeeId)
  if (employee?.state !== 'active') return refuse('employeeStateRefused')
  await confirmRoles(unit.tx, { employeeId, grantNos: [grantNo] }, { by, at: unit.now })
  const facts = { grantNo, role: role.role }
  await auditStaff(unit, { employeeId, action: 'roleConfirmed', actor: by, facts })
  return ok(role)
}

interface EndedRole {
  readonly employee: Employee
  readonly role: EmployeeRole
  readonly by: string
}

async function endOne(
  { notices }: Pick<StaffDeps, 'notices'>,
  unit: UnitOfWork,
  { employee, role: held, by }: EndedRole,
): Promise<Result<string>> {
  const { employeeId, grantNo, role, confirmedAt } = held
  // Without the role the last administrator is none any more.
  const mayLeave = role !== 'administrator' || confirmedAt === null || employee.state !== 'active'
  const judged = mayLeave ? ok(undefined) : await judgeMove(unit, employee, 'suspended', [by])
  if (!judged.ok) return judged
  await endRoles(unit.tx, { employeeId, grantNo }, { by, at: unit.now })
  await auditStaff(unit, { employeeId, action: 'roleEnded', actor: by, facts: { grantNo, role } })
  // What no one confirmed has never counted.
  if (confirmedAt !== null) {
    const facts = [{ label: 'Role', value: roleWords(held) }]
    await notices.sendToEmployee(unit, { kind: 'roleEnded', employeeId, about: grantNo, facts, by: [by] })
  }
  return ok(employeeId)
}
