import { type Employee, listAdministrators } from '@dolphin/database/staff/employee-repository'
import { ok } from '@dolphin/domain/outcome'
import { type EmployeeEvent, type MoveRefusal, moveRefusal } from '@dolphin/domain/staff/employee-life'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { employeeActor } from './staff-audit.ts'
import { staffDay } from './staff-sessions.ts'

const REFUSAL: Readonly<Record<MoveRefusal, ResponseCodeName>> = {
  stateRefused: 'employeeStateRefused',
  ownAccount: 'ownAccountRefused',
  takesTwo: 'makerCheckerSame',
  lastAdministrator: 'lastAdministrator',
}

/** Whether others may move an employee so. The staff are locked, so that two acts do not each leave the other's last. */
export async function judgeMove(
  { tx, now }: UnitOfWork,
  { employeeId, state }: Employee,
  event: EmployeeEvent,
  movedBy: readonly string[],
): Promise<Result<undefined>> {
  const active = await listAdministrators(tx, staffDay(now))
  const refusal = moveRefusal({
    state,
    event,
    employeeId: employeeActor(employeeId),
    movedBy,
    administers: active.includes(employeeId),
    otherAdministrators: active.filter((one) => one !== employeeId).length,
  })
  return refusal === undefined ? ok(undefined) : refuse(REFUSAL[refusal])
}
