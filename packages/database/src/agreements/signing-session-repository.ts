import { OPEN_SIGN_STATUSES, SignStatus } from '@dolphin/domain/loans/codes'
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { RequestKey } from '../verification/ibv-repository.ts'
import type { LoanKey } from '../driver/owner.ts'
import { signingSessions, type Evidence } from '../schema/signing.ts'

export type SigningSession = typeof signingSessions.$inferSelect
export type NewSigningSession = Pick<
  SigningSession,
  | 'portfolioId'
  | 'customerKey'
  | 'requestCode'
  | 'loanNo'
  | 'openId'
  | 'termsDigest'
  | 'documentNo'
  | 'documentHash'
  | 'evidence'
  | 'openedAt'
  | 'expiresAt'
>

const isSigningSession = ({ portfolioId, requestCode }: RequestKey) =>
  and(eq(signingSessions.portfolioId, portfolioId), eq(signingSessions.requestCode, requestCode))

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(signingSessions.portfolioId, portfolioId), eq(signingSessions.loanNo, loanNo))

const withMore = (evidence: Evidence) =>
  sql`${signingSessions.evidence} || ${JSON.stringify(evidence)}::jsonb`

/** Opens a signing session, not signed; false if the loan has an open one or one signed on the same terms. */
export async function insertSigningSession(
  executor: Executor,
  signingSession: NewSigningSession,
): Promise<boolean> {
  const added = await executor
    .insert(signingSessions)
    .values({ ...signingSession, signStatus: SignStatus.notSigned, updatedAt: signingSession.openedAt })
    .onConflictDoNothing()
    .returning({ requestCode: signingSessions.requestCode })
  return added.length === 1
}

/** A signing session by its code. The caller checks whose it is (`openId`). */
export async function findSigningSession(
  executor: Executor,
  key: RequestKey,
): Promise<SigningSession | undefined> {
  const [row] = await executor.select().from(signingSessions).where(isSigningSession(key))
  return row
}

/** As findSigningSession; locks the row until the transaction ends. */
export async function lockSigningSession(
  executor: Executor,
  key: RequestKey,
): Promise<SigningSession | undefined> {
  const seen = await findSigningSession(executor, key)
  if (seen === undefined) return undefined
  const [row] = await executor
    .select()
    .from(signingSessions)
    .where(and(isSigningSession(key), eq(signingSessions.customerKey, seen.customerKey)))
    .for('update')
  return row
}

/** The signing session of a loan that is still to be signed (or suspended). */
export async function findOpenSigningSession(
  executor: Executor,
  key: LoanKey,
): Promise<SigningSession | undefined> {
  const open = inArray(signingSessions.signStatus, [...OPEN_SIGN_STATUSES])
  const [row] = await executor
    .select()
    .from(signingSessions)
    .where(and(isOf(key), open))
  return row
}

/** Signing sessions of a loan, newest first. */
export async function listSigningSessions(executor: Executor, key: LoanKey): Promise<SigningSession[]> {
  return await executor
    .select()
    .from(signingSessions)
    .where(isOf(key))
    .orderBy(desc(signingSessions.openedAt), desc(signingSessions.requestCode))
}

/** Unsigned signing sessions past their time. */
export async function listExpiredSigningSessions(
  executor: Executor,
  at: Date,
  limit: number,
): Promise<SigningSession[]> {
  return await executor
    .select()
    .from(signingSessions)
    .where(and(eq(signingSessions.signStatus, SignStatus.notSigned), lte(signingSessions.expiresAt, at)))
    .orderBy(asc(signingSessions.expiresAt))
    .limit(limit)
}

/**
 * Moves the sign status by compare-and-set and adds to the evidence; false if it is not (any more) `from`: of two
 * signings one holds.
 */
export async function updateSigningSession(
  executor: Executor,
  key: RequestKey,
  {
    from,
    to,
    evidence,
    ...patch
  }: { readonly from: SignStatus; readonly to: SignStatus } & Partial<
    Pick<SigningSession, 'documentNo' | 'documentHash' | 'evidence' | 'signedAt'>
  >,
  at: Date,
): Promise<boolean> {
  const moved = await executor
    .update(signingSessions)
    .set({ ...patch, ...(evidence && { evidence: withMore(evidence) }), signStatus: to, updatedAt: at })
    .where(and(isSigningSession(key), eq(signingSessions.signStatus, from)))
    .returning({ requestCode: signingSessions.requestCode })
  return moved.length === 1
}

/** Adds to the evidence of an unsigned signing session; false once it is signed or over. */
export async function addEvidence(
  executor: Executor,
  key: RequestKey,
  evidence: Evidence,
  at: Date,
): Promise<boolean> {
  const added = await executor
    .update(signingSessions)
    .set({ evidence: withMore(evidence), updatedAt: at })
    .where(and(isSigningSession(key), eq(signingSessions.signStatus, SignStatus.notSigned)))
    .returning({ requestCode: signingSessions.requestCode })
  return added.length === 1
}
