import { and, desc, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { notify } from '../driver/open.ts'
import type { Owner } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { sessions } from '../schema/session.ts'

/** A session as stored; whether it still lives is the caller's rule (idle and absolute limit). */
export type Session = typeof sessions.$inferSelect
export type NewSession = typeof sessions.$inferInsert

/** Starts a session. */
export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await executor.insert(sessions).values(session)
}

const packed = packedRows(sessions)

/** The session of a token, ended and expired ones included so that the answer can say which. */
export async function findSession(executor: Executor, tokenHash: string): Promise<Session | undefined> {
  return await findSessionBy(executor, 'token_hash', tokenHash)
}

/** The session that a channel id belongs to. */
export async function findSessionByChannel(
  executor: Executor,
  channelId: string,
): Promise<Session | undefined> {
  return await findSessionBy(executor, 'channel_id', channelId)
}

async function findSessionBy(
  executor: Executor,
  column: 'token_hash' | 'channel_id',
  value: string,
): Promise<Session | undefined> {
  const row = await queryOneRow(
    executor,
    `select ${packed.row} as session from sessions where ${column} = $1`,
    [value],
  )
  return row.session === undefined ? undefined : packed.unpack(row.session)
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

/** Notification channel on which nodes hear that a session has ended; the payload is its channel id. */
export const SESSION_END_CHANNEL = 'dolphin_session_ends'

/** Ends one session, and with it its open channel on whichever node; again is harmless. */
export async function endSession(executor: Executor, tokenHash: string, at: Date): Promise<void> {
  const ended = await executor
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.endedAt)))
    .returning({ channelId: sessions.channelId })
  await publishSessionEnds(executor, ended)
}

async function publishSessionEnds(
  executor: Executor,
  ended: readonly { channelId: string }[],
): Promise<void> {
  for (const { channelId } of ended) await notify(executor, SESSION_END_CHANNEL, channelId)
}

/** Which of a customer's sessions are meant; all of them where nothing is said. */
export interface SessionChoice {
  /** The session of this token is not. */
  readonly exceptToken?: string | undefined
  /** No other than this one is. */
  readonly onlySession?: string | undefined
  /** No other is than the one bound to the browser that holds this cookie. */
  readonly onlyCookie?: string | undefined
}

/** Ends a customer's sessions, or those chosen, and their open channels; answers how many. */
export async function endSessionsOf(
  executor: Executor,
  { portfolioId, openId }: Owner,
  at: Date,
  { exceptToken, onlySession, onlyCookie }: SessionChoice = {},
): Promise<number> {
  const ended = await executor
    .update(sessions)
    .set({ endedAt: at })
    .where(
      and(
        eq(sessions.portfolioId, portfolioId),
        eq(sessions.openId, openId),
        isNull(sessions.endedAt),
        exceptToken === undefined ? undefined : ne(sessions.tokenHash, exceptToken),
        onlySession === undefined ? undefined : eq(sessions.sessionId, onlySession),
        onlyCookie === undefined ? undefined : eq(sessions.cookieHash, onlyCookie),
      ),
    )
    .returning({ channelId: sessions.channelId })
  await publishSessionEnds(executor, ended)
  return ended.length
}

const listedColumns = {
  sessionId: sessions.sessionId,
  browser: sessions.browser,
  system: sessions.system,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
} as const

/** A session as its owner is shown it. */
export type ListedSession = Pick<Session, keyof typeof listedColumns>

/** Open at `now` and seen after `seenAfter`. */
interface Live {
  readonly now: Date
  readonly seenAfter: Date
}

/** A customer's live sessions, the one last seen first; at most `limit`. */
export async function listSessionsOf(
  executor: Executor,
  { portfolioId, openId }: Owner,
  { now, seenAfter }: Live,
  limit: number,
): Promise<readonly ListedSession[]> {
  return await executor
    .select(listedColumns)
    .from(sessions)
    .where(
      and(
        eq(sessions.portfolioId, portfolioId),
        eq(sessions.openId, openId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, seenAfter),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), sessions.sessionId)
    .limit(limit)
}
