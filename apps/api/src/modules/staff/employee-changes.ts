import type { CallRequest } from '@dolphin/contract/call'
import type { changeEmployeeCall } from '@dolphin/contract/employees'
import { findEmployee, lockStaff, moveEmployee } from '@dolphin/database/staff/employee-repository'
import { endFactors } from '@dolphin/database/staff/factor-repository'
import { closeInvitations } from '@dolphin/database/staff/invitation-repository'
import { endRoles } from '@dolphin/database/staff/role-repository'
import { endStaffSessions } from '@dolphin/database/staff/staff-session-repository'
import { ok } from '@dolphin/domain/outcome'
import { stateAfter } from '@dolphin/domain/staff/employee-life'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { judgeMove } from './judge-move.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

const EVENT = { suspend: 'suspended', depart: 'departed' } as const
const NOTICE = { suspend: 'suspended', depart: 'departed' } as const
const ACTION = { suspend: 'employeeSuspended', depart: 'employeeDeparted' } as const

/**
 * Suspends an employee, or notes that one has left. One person is enough, because it must be quick; the way back takes
 * two. Every session is dead with the commit, at the desk and at terminals.
 */
export async function changeEmployee(
  deps: StaffDeps,
  unit: UnitOfWork,
  { employeeId, change, note }: CallRequest<typeof changeEmployeeCall>['body'],
  by: string,
): Promise<Result<string>> {
  const { tx, now } = unit
  await lockStaff(tx)
  const employee = await findEmployee(tx, deps.cipher, employeeId)
  if (employee === undefined) return refuse('notFound')
  const judged = await judgeMove(unit, employee, EVENT[change], [by])
  if (!judged.ok) return judged
  const to = stateAfter(employee.state, EVENT[change])
  const moved =
    to !== undefined && (await moveEmployee(tx, employeeId, { from: employee.state, to, at: now }))
  if (!moved) return refuse('employeeStateRefused')
  await endStaffSessions(tx, { employeeId }, now)
  await closeInvitations(tx, { employeeId }, now)
  if (change === 'depart') {
    await endFactors(tx, { employeeId }, { reason: 'departed', at: now })
    await endRoles(tx, { employeeId }, { by, at: now })
  }
  await auditStaff(unit, { employeeId, action: ACTION[change], actor: by, facts: { note } })
  const notice = { kind: NOTICE[change], employeeId, about: change, facts: [], by: [by], page: '' }
  await deps.notices.sendToEmployee(unit, notice)
  return ok(employeeId)
}
