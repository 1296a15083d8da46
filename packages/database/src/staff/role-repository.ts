import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { RoleGrant } from '@dolphin/domain/staff/authority'
import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeRoles } from '../schema/staff.ts'

/** A role as it stands: entered, confirmed or ended. */
export type EmployeeRole = typeof employeeRoles.$inferSelect

export type NewEmployeeRole = Pick<
  EmployeeRole,
  | 'grantNo'
  | 'employeeId'
  | 'role'
  | 'portfolioId'
  | 'amountLimit'
  | 'fromDay'
  | 'untilDay'
  | 'grantedBy'
  | 'grantedAt'
>

/** Confirmed, not ended, and within its days. */
export const isInForce = (day: LocalDate): SQL | undefined =>
  and(
    isNotNull(employeeRoles.confirmedAt),
    isNull(employeeRoles.endedAt),
    lte(employeeRoles.fromDay, day),
    or(isNull(employeeRoles.untilDay), gte(employeeRoles.untilDay, day)),
  )

/** Enters a role that counts only once another confirms it. */
export async function insertRole(executor: Executor, role: NewEmployeeRole): Promise<void> {
  await executor.insert(employeeRoles).values(role)
}

/** Roles of an employee that are not ended, the earliest first. */
export async function listRoles(executor: Executor, employeeId: string): Promise<EmployeeRole[]> {
  return await executor
    .select()
    .from(employeeRoles)
    .where(and(eq(employeeRoles.employeeId, employeeId), isNull(employeeRoles.endedAt)))
    .orderBy(asc(employeeRoles.grantedAt), asc(employeeRoles.grantNo))
}

export async function findRole(executor: Executor, grantNo: string): Promise<EmployeeRole | undefined> {
  const [row] = await executor.select().from(employeeRoles).where(eq(employeeRoles.grantNo, grantNo))
  return row
}

/** Roles of all employees that are not ended, by employee. */
export async function listAllRoles(executor: Executor): Promise<EmployeeRole[]> {
  return await executor
    .select()
    .from(employeeRoles)
    .where(isNull(employeeRoles.endedAt))
    .orderBy(asc(employeeRoles.employeeId), asc(employeeRoles.grantedAt), asc(employeeRoles.grantNo))
}

/** A confirmed role as the rules read it. */
export const grantOf = ({ role, portfolioId, amountLimit, fromDay, untilDay }: EmployeeRole): RoleGrant => ({
  role,
  portfolioId,
  amountLimit,
  from: fromDay,
  until: untilDay,
})

/** Confirms roles that wait, those named or every one of an employee; answers how many. */
export async function confirmRoles(
  executor: Executor,
  which: { readonly employeeId: string; readonly grantNos?: readonly string[] },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<number> {
  const confirmed = await executor
    .update(employeeRoles)
    .set({ confirmedBy: by, confirmedAt: at })
    .where(
      and(
        eq(employeeRoles.employeeId, which.employeeId),
        which.grantNos === undefined ? undefined : inArray(employeeRoles.grantNo, [...which.grantNos]),
        isNull(employeeRoles.confirmedAt),
        isNull(employeeRoles.endedAt),
      ),
    )
    .returning({ grantNo: employeeRoles.grantNo })
  return confirmed.length
}

/** Ends one role of an employee, or all of them; answers how many. */
export async function endRoles(
  executor: Executor,
  which: { readonly employeeId: string; readonly grantNo?: string | undefined },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<number> {
  const ended = await executor
    .update(employeeRoles)
    .set({ endedBy: by, endedAt: at })
    .where(
      and(
        eq(employeeRoles.employeeId, which.employeeId),
        which.grantNo === undefined ? undefined : eq(employeeRoles.grantNo, which.grantNo),
        isNull(employeeRoles.endedAt),
      ),
    )
    .returning({ grantNo: employeeRoles.grantNo })
  return ended.length
}
