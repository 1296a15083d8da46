import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeSessions, employeeTouches } from '../schema/staff.ts'

/** A touch that is asked for, given or used. */
export type Touch = typeof employeeTouches.$inferSelect

export type NewTouch = Pick<
  Touch,
  'touchNo' | 'employeeId' | 'sessionId' | 'act' | 'actDigest' | 'askedAt' | 'expiresAt'
>

/** What a passkey signed, so that anyone verifies it later. Source: docs/facts/staff-passkeys.md §2. */
export type SignedTouch = {
  readonly [Column in
    | 'factorId'
    | 'nonce'
    | 'credentialId'
    | 'publicKey'
    | 'clientData'
    | 'authenticatorData'
    | 'signature'
    | 'origin']: string
}

export async function insertTouch(executor: Executor, touch: NewTouch): Promise<void> {
  await executor.insert(employeeTouches).values(touch)
}

/** A touch of this employee, whichever session asked for it. */
export async function findTouch(
  executor: Executor,
  { touchNo, employeeId }: Pick<Touch, 'touchNo' | 'employeeId'>,
): Promise<Touch | undefined> {
  const [row] = await executor
    .select()
    .from(employeeTouches)
    .where(and(eq(employeeTouches.touchNo, touchNo), eq(employeeTouches.employeeId, employeeId)))
  return row
}

/** Notes that it was given; false where it was, or its minutes are over. */
export async function giveTouch(
  executor: Executor,
  touchNo: string,
  signed: SignedTouch,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<boolean> {
  const given = await executor
    .update(employeeTouches)
    .set({ ...signed, touchedAt: at, expiresAt: until })
    .where(
      and(
        eq(employeeTouches.touchNo, touchNo),
        isNull(employeeTouches.touchedAt),
        gt(employeeTouches.expiresAt, at),
      ),
    )
    .returning({ touchNo: employeeTouches.touchNo })
  return given.length === 1
}

/** The act for which a touch was given and not used. */
export type TouchedBy = Pick<Touch, 'employeeId' | 'sessionId' | 'actDigest'>

/** Uses up a touch over this act, given for this session; false where there is none. One touch is of one act. */
export async function useTouch(
  executor: Executor,
  { employeeId, sessionId, actDigest }: TouchedBy,
  at: Date,
): Promise<boolean> {
  const [newest] = await executor
    .select({ touchNo: employeeTouches.touchNo })
    .from(employeeTouches)
    .where(
      and(
        eq(employeeTouches.employeeId, employeeId),
        eq(employeeTouches.sessionId, sessionId),
        eq(employeeTouches.actDigest, actDigest),
        isNotNull(employeeTouches.touchedAt),
        isNull(employeeTouches.usedAt),
        gt(employeeTouches.expiresAt, at),
      ),
    )
    .orderBy(desc(employeeTouches.touchedAt))
    .limit(1)
    .for('update')
  if (newest === undefined) return false
  const used = await executor
    .update(employeeTouches)
    .set({ usedAt: at })
    .where(and(eq(employeeTouches.touchNo, newest.touchNo), isNull(employeeTouches.usedAt)))
    .returning({ touchNo: employeeTouches.touchNo })
  return used.length === 1
}

/** Notes at a session of the desk that a passkey which releases money was touched in it. */
export async function noteSessionTouch(executor: Executor, sessionId: string, at: Date): Promise<void> {
  await executor
    .update(employeeSessions)
    .set({ touchedAt: at })
    .where(and(eq(employeeSessions.sessionId, sessionId), eq(employeeSessions.kind, 'desk')))
}
