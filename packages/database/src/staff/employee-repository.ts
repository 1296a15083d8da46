import type { EmployeeState, StaffRole } from '@dolphin/domain/staff/codes'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, inArray, isNull, like, ne, or, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { isOneOf } from '../driver/one-of.ts'
import { lockByName } from '../driver/named-lock.ts'
import { employeeRoles, employees } from '../schema/staff.ts'
import { isInForce } from './role-repository.ts'

/** An employee with the work address opened. */
export type Employee = Omit<typeof employees.$inferSelect, 'emailIndex'>

const place = (employeeId: string): FieldPlace => ({ table: 'employees', id: employeeId, column: 'email' })

const emailIndex = (cipher: FieldCipher, email: string): string =>
  cipher.blindIndex('employees.email', email.trim().toLowerCase())

function fromRow(cipher: FieldCipher, row: typeof employees.$inferSelect): Employee {
  const { emailIndex: _index, ...kept } = row
  return { ...kept, email: cipher.open(place(row.employeeId), row.email) }
}

/** Adds an employee; false, and nothing added, where another has the id or the work address. */
export async function insertEmployee(
  executor: Executor,
  cipher: FieldCipher,
  employee: Employee,
): Promise<boolean> {
  const added = await executor
    .insert(employees)
    .values({
      ...employee,
      email: cipher.seal(place(employee.employeeId), employee.email),
      emailIndex: emailIndex(cipher, employee.email),
    })
    .onConflictDoNothing()
    .returning({ employeeId: employees.employeeId })
  return added.length === 1
}

export async function findEmployee(
  executor: Executor,
  cipher: FieldCipher,
  employeeId: string,
): Promise<Employee | undefined> {
  const [row] = await executor.select().from(employees).where(eq(employees.employeeId, employeeId))
  return row && fromRow(cipher, row)
}

export async function findEmployeeByEmail(
  executor: Executor,
  cipher: FieldCipher,
  email: string,
): Promise<Employee | undefined> {
  const [row] = await executor
    .select()
    .from(employees)
    .where(eq(employees.emailIndex, emailIndex(cipher, email)))
  return row && fromRow(cipher, row)
}

/** Every employee by name. */
export async function listEmployees(executor: Executor, cipher: FieldCipher): Promise<Employee[]> {
  const rows = await executor.select().from(employees).orderBy(asc(employees.name), asc(employees.employeeId))
  return rows.map((row) => fromRow(cipher, row))
}

/** The names of these employees, by id. */
export async function listEmployeeNames(
  executor: Executor,
  employeeIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (employeeIds.length === 0) return new Map()
  const rows = await executor
    .select({ employeeId: employees.employeeId, name: employees.name })
    .from(employees)
    .where(isOneOf(employees.employeeId, employeeIds))
  return new Map(rows.map(({ employeeId, name }) => [employeeId, name]))
}

/** Ids that begin with this one, so that a namesake gets the next number. */
export async function listEmployeeIds(executor: Executor, start: string): Promise<string[]> {
  const rows = await executor
    .select({ employeeId: employees.employeeId })
    .from(employees)
    .where(or(eq(employees.employeeId, start), like(employees.employeeId, `${start}-%`)))
  return rows.map(({ employeeId }) => employeeId)
}

/** Lets one transaction at a time change who staff are: the last administrator stays, whatever happens at once. */
export const lockStaff = (executor: Executor): Promise<void> => lockByName(executor, 'staff')

/** Moves an employee; false where the state is another by now. */
export async function moveEmployee(
  executor: Executor,
  employeeId: string,
  { from, to, at }: { readonly from: EmployeeState; readonly to: EmployeeState; readonly at: Date },
): Promise<boolean> {
  const moved = await executor
    .update(employees)
    .set({ state: to, changedAt: at })
    .where(and(eq(employees.employeeId, employeeId), eq(employees.state, from)))
    .returning({ employeeId: employees.employeeId })
  return moved.length === 1
}

/** Gives someone who was never let in another name, as they are entered again. */
export async function renameInvited(
  executor: Executor,
  employeeId: string,
  { name, at }: { readonly name: string; readonly at: Date },
): Promise<void> {
  await executor
    .update(employees)
    .set({ name, changedAt: at })
    .where(and(eq(employees.employeeId, employeeId), eq(employees.state, 'invited')))
}

/** Ids of the active employees who hold one of these roles for the whole server on a day. */
export async function listActive(
  executor: Executor,
  roles: readonly StaffRole[],
  day: LocalDate,
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ employeeId: employees.employeeId })
    .from(employees)
    .innerJoin(employeeRoles, eq(employeeRoles.employeeId, employees.employeeId))
    .where(
      and(
        eq(employees.state, 'active'),
        inArray(employeeRoles.role, [...roles]),
        isNull(employeeRoles.portfolioId),
        isInForce(day),
      ),
    )
  return rows.map(({ employeeId }) => employeeId)
}

/** Ids of the active employees who administer the whole server on a day. */
export const listAdministrators = (executor: Executor, day: LocalDate): Promise<string[]> =>
  listActive(executor, ['administrator'], day)

/** How many have ever been let in as administrators. */
export async function countEverAdministrators(executor: Executor): Promise<number> {
  const [row] = await executor
    .select({ count: sql<number>`count(distinct ${employeeRoles.employeeId})::integer` })
    .from(employeeRoles)
    .innerJoin(employees, eq(employees.employeeId, employeeRoles.employeeId))
    .where(
      and(
        eq(employeeRoles.role, 'administrator'),
        sql`${employeeRoles.confirmedAt} is not null`,
        ne(employees.state, 'invited'),
      ),
    )
  return row?.count ?? 0
}
