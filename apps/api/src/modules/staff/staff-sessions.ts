import { grantOf } from '@dolphin/database/staff/role-repository'
import {
  endOldestSessions,
  findStaffSession,
  type HeldSession,
  insertStaffSession,
  type StaffSession,
  touchStaffSession,
} from '@dolphin/database/staff/staff-session-repository'
import { ok } from '@dolphin/domain/outcome'
import type { StaffSessionKind } from '@dolphin/domain/staff/codes'
import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { EmployeeActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { hashToken, newId, newToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Source: docs/design/console.md, Staff. */
const LONGEST_MS = 12 * HOUR_MS
/** Without activity a session at the desk ends after 15 minutes; a terminal has no one who sits before it. */
const IDLE_MS: Readonly<Record<StaffSessionKind, number>> = { desk: 15 * MINUTE_MS, terminal: LONGEST_MS }

/** Open at the same time; one more ends the oldest. */
export const MOST_SESSIONS = 100

export interface OpenedStaffSession {
  /** 256 bits that only the browser or the terminal holds. */
  readonly token: string
  readonly session: StaffSession
}

/** Whose session it is and what had proved them. */
export interface SessionHolder {
  readonly employeeId: string
  readonly factorId: string
  readonly kind: StaffSessionKind
  /** Of a terminal. */
  readonly label?: string
}

/** Opens a session with a new token, so that none from before the sign-in counts. */
export async function openStaffSession(
  { random }: Pick<StaffDeps, 'random'>,
  unit: UnitOfWork,
  { employeeId, factorId, kind, label }: SessionHolder,
): Promise<OpenedStaffSession> {
  const { tx, now } = unit
  const token = newToken(random)
  const session: StaffSession = {
    tokenHash: hashToken(token),
    sessionId: newId(random),
    employeeId,
    kind,
    factorId,
    label: label ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + LONGEST_MS),
    endedAt: null,
    touchedAt: null,
  }
  await insertStaffSession(tx, session)
  await endOldestSessions(tx, employeeId, { keep: MOST_SESSIONS, at: now })
  await auditStaff(unit, { employeeId, action: 'employeeSignedIn', facts: { kind, factorId } })
  return { token, session }
}

/** When a session ends without activity. */
export const idleEnd = ({ lastSeenAt, kind }: Pick<StaffSession, 'lastSeenAt' | 'kind'>): Date =>
  new Date(lastSeenAt.getTime() + IDLE_MS[kind])

/** Whether a session counts at an instant. */
export const isOpen = (session: StaffSession, now: Date): boolean =>
  session.endedAt === null && now < session.expiresAt && now < idleEnd(session)

/** The day by which roles count. */
export const staffDay = (now: Date) => dateIn(now, NEW_YORK)

/**
 * Who holds a token, with the roles that stand now. Read anew at each request: a suspended employee's session is dead
 * at the next one on every node. Source: docs/design/console.md, Staff.
 */
export async function resolveStaff(deps: SessionDeps, token: string): Promise<Result<EmployeeActor>> {
  const held = await findHeld(deps, token)
  if (held.ok) await touchStaffSession(deps.database.db, held.value.session, held.value.now)
  return held.ok ? ok(actorOf(held.value)) : held
}

type SessionDeps = Pick<StaffDeps, 'database' | 'clock'>

/** The same, where the session is looked at and not used: nothing is written. */
export async function findStaff(deps: SessionDeps, token: string): Promise<Result<EmployeeActor>> {
  const held = await findHeld(deps, token)
  return held.ok ? ok(actorOf(held.value)) : held
}

interface Held {
  readonly session: HeldSession
  readonly now: Date
}

async function findHeld({ database, clock }: SessionDeps, token: string): Promise<Result<Held>> {
  const session = await findStaffSession(database.db, hashToken(token))
  const now = clock.now()
  const isHeld = session !== undefined && session.state === 'active' && isOpen(session, now)
  return isHeld ? ok({ session, now }) : refuse('tokenOutdated')
}

function actorOf({ session, now }: Held): EmployeeActor {
  const { sessionId, tokenHash, employeeId, factorId, kind, touchedAt, roles } = session
  return {
    kind: 'employee',
    sessionId,
    employeeId,
    tokenHash,
    factorId,
    sessionKind: kind,
    touchedAt,
    roles: roles.map(grantOf),
    day: staffDay(now),
  }
}
