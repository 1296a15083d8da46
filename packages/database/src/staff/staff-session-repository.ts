import type { EmployeeState } from '@dolphin/domain/staff/codes'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeRoles, employees, employeeSessions, employeeTerminals } from '../schema/staff.ts'
import type { EmployeeRole } from './role-repository.ts'

export type StaffSession = typeof employeeSessions.$inferSelect

/** A session with who holds it as they stand now, and the roles that are confirmed and not ended. */
export interface HeldSession extends StaffSession {
  readonly state: EmployeeState
  readonly name: string
  readonly roles: readonly EmployeeRole[]
}

export async function insertStaffSession(executor: Executor, session: StaffSession): Promise<void> {
  await executor.insert(employeeSessions).values(session)
}

/**
 * The session of a token with its holder, read in one statement at each request: a suspension, an ended role and an
 * ended session take effect at the next request on every node.
 */
export async function findStaffSession(
  executor: Executor,
  tokenHash: string,
): Promise<HeldSession | undefined> {
  const rows = await executor
    .select({
      session: employeeSessions,
      state: employees.state,
      name: employees.name,
      role: employeeRoles,
    })
    .from(employeeSessions)
    .innerJoin(employees, eq(employees.employeeId, employeeSessions.employeeId))
    .leftJoin(
      employeeRoles,
      and(
        eq(employeeRoles.employeeId, employeeSessions.employeeId),
        isNotNull(employeeRoles.confirmedAt),
        isNull(employeeRoles.endedAt),
      ),
    )
    .where(eq(employeeSessions.tokenHash, tokenHash))
  const [first] = rows
  if (first === undefined) return undefined
  const { session, state, name } = first
  return { ...session, state, name, roles: rows.flatMap(({ role }) => role ?? []) }
}

/** Sessions of an employee that were not ended and have not reached their end at an instant, the newest first. */
export async function listStaffSessions(
  executor: Executor,
  employeeId: string,
  at: Date,
): Promise<StaffSession[]> {
  return await executor
    .select()
    .from(employeeSessions)
    .where(
      and(
        eq(employeeSessions.employeeId, employeeId),
        isNull(employeeSessions.endedAt),
        gt(employeeSessions.expiresAt, at),
      ),
    )
    .orderBy(desc(employeeSessions.createdAt), desc(employeeSessions.sessionId))
}

const LAST_SEEN_STEP_MS = 60_000

/** Notes that a session was used; once a minute, and within one nothing is asked of the database. */
export async function touchStaffSession(
  executor: Executor,
  { tokenHash, lastSeenAt }: Pick<StaffSession, 'tokenHash' | 'lastSeenAt'>,
  at: Date,
): Promise<void> {
  const stale = new Date(at.getTime() - LAST_SEEN_STEP_MS)
  if (lastSeenAt >= stale) return
  await executor
    .update(employeeSessions)
    .set({ lastSeenAt: at })
    .where(
      and(
        eq(employeeSessions.tokenHash, tokenHash),
        lt(employeeSessions.lastSeenAt, stale),
        isNull(employeeSessions.endedAt),
      ),
    )
}

/** Ends the sessions of an employee that are not among the newest. */
export async function endOldestSessions(
  executor: Executor,
  employeeId: string,
  { keep, at }: { readonly keep: number; readonly at: Date },
): Promise<void> {
  const newest = await listStaffSessions(executor, employeeId, at)
  const oldest = newest.slice(keep).map(({ sessionId }) => sessionId)
  if (oldest.length === 0) return
  await executor
    .update(employeeSessions)
    .set({ endedAt: at })
    .where(and(eq(employeeSessions.employeeId, employeeId), inArray(employeeSessions.sessionId, oldest)))
}

/** Which sessions of an employee end; all of them where nothing is said. */
export interface StaffSessionChoice {
  readonly employeeId: string
  readonly onlySession?: string | undefined
  readonly exceptSession?: string | undefined
  /** Those that this factor proved. */
  readonly onlyFactor?: string | undefined
}

async function isOpenSession(executor: Executor, employeeId: string, sessionId: string): Promise<boolean> {
  const open = await executor
    .select({ sessionId: employeeSessions.sessionId })
    .from(employeeSessions)
    .where(
      and(
        eq(employeeSessions.employeeId, employeeId),
        eq(employeeSessions.sessionId, sessionId),
        isNull(employeeSessions.endedAt),
      ),
    )
  return open.length > 0
}

/**
 * Ends sessions of an employee; answers how many were open. Each terminal of theirs ends with any of them, one that was let
 * in and has not taken up its access included: what was left at one place does not go on at another. A number of no open
 * session ends nothing.
 * Source: docs/design/console.md, Staff.
 */
export async function endStaffSessions(
  executor: Executor,
  { employeeId, onlySession, exceptSession, onlyFactor }: StaffSessionChoice,
  at: Date,
): Promise<number> {
  if (onlySession !== undefined && !(await isOpenSession(executor, employeeId, onlySession))) return 0
  const chosen = and(
    onlySession === undefined ? undefined : eq(employeeSessions.sessionId, onlySession),
    exceptSession === undefined ? undefined : ne(employeeSessions.sessionId, exceptSession),
    onlyFactor === undefined ? undefined : eq(employeeSessions.factorId, onlyFactor),
  )
  const ended = await executor
    .update(employeeSessions)
    .set({ endedAt: at })
    .where(
      and(
        eq(employeeSessions.employeeId, employeeId),
        isNull(employeeSessions.endedAt),
        chosen && or(eq(employeeSessions.kind, 'terminal'), chosen),
      ),
    )
    .returning({ sessionId: employeeSessions.sessionId })
  await executor
    .update(employeeTerminals)
    .set({ usedAt: at })
    .where(and(eq(employeeTerminals.employeeId, employeeId), isNull(employeeTerminals.usedAt)))
  return ended.length
}
