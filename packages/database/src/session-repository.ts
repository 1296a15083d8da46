import { and, eq, isNull, lt, ne } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { Owner } from './owner.ts'
import { sessions } from './schema/session.ts'

/** A session as stored; whether it still lives is the caller's rule (idle and absolute limit). */
export type Session = typeof sessions.$inferSelect
export type NewSession = typeof sessions.$inferInsert

/** Starts a session. */
export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await executor.insert(sessions).values(session)
}

/** The session of a token, ended and expired ones included so that the answer can say which. */
export async function findSession(executor: Executor, tokenHash: string): Promise<Session | undefined> {
  const [row] = await executor.select().from(sessions).where(eq(sessions.tokenHash, tokenHash))
  return row
}

/** The session that a channel id belongs to. */
export async function findSessionByChannel(
  executor: Executor,
  channelId: string,
): Promise<Session | undefined> {
  const [row] = await executor.select().from(sessions).where(eq(sessions.channelId, channelId))
  return row
}

const LAST_SEEN_STEP_MS = 60_000

/** Notes that a session was used; writes at most once a minute. */
export async function touchSession(executor: Executor, tokenHash: string, at: Date): Promise<void> {
  const stale = new Date(at.getTime() - LAST_SEEN_STEP_MS)
  await executor
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, stale), isNull(sessions.endedAt)))
}

/** Notes that the customer has proved again who they are. */
export async function markAuthenticated(executor: Executor, tokenHash: string, at: Date): Promise<void> {
  await executor.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends one session; again is harmless. */
export async function endSession(executor: Executor, tokenHash: string, at: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.endedAt)))
}

/** Ends all of a customer's sessions but the one to keep; answers the channels to close. */
export async function endSessionsOf(
  executor: Executor,
  { portfolioId, openId }: Owner,
  at: Date,
  keepTokenHash?: string,
): Promise<string[]> {
  const ended = await executor
    .update(sessions)
    .set({ endedAt: at })
    .where(
      and(
        eq(sessions.portfolioId, portfolioId),
        eq(sessions.openId, openId),
        isNull(sessions.endedAt),
        keepTokenHash === undefined ? undefined : ne(sessions.tokenHash, keepTokenHash),
      ),
    )
    .returning({ channelId: sessions.channelId })
  return ended.map(({ channelId }) => channelId)
}

/** Removes sessions that expired before; answers how many. */
export async function deleteExpiredSessions(executor: Executor, before: Date): Promise<number> {
  const { rowCount } = await executor.delete(sessions).where(lt(sessions.expiresAt, before))
  return rowCount ?? 0
}
