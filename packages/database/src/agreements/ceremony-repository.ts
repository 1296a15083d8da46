import { SignStatus } from '@dolphin/domain/loans/codes'
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { RequestKey } from '../verification/ibv-repository.ts'
import type { LoanKey } from '../driver/owner.ts'
import { ceremonies, type Evidence } from '../schema/signing.ts'

export type Ceremony = typeof ceremonies.$inferSelect
export type NewCeremony = Pick<
  Ceremony,
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

const isCeremony = ({ portfolioId, requestCode }: RequestKey) =>
  and(eq(ceremonies.portfolioId, portfolioId), eq(ceremonies.requestCode, requestCode))

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(ceremonies.portfolioId, portfolioId), eq(ceremonies.loanNo, loanNo))

/** Opens a ceremony, not signed; false if the loan has an open one or one signed on the same terms. */
export async function insertCeremony(executor: Executor, ceremony: NewCeremony): Promise<boolean> {
  const added = await executor
    .insert(ceremonies)
    .values({ ...ceremony, signStatus: SignStatus.notSigned, updatedAt: ceremony.openedAt })
    .onConflictDoNothing()
    .returning({ requestCode: ceremonies.requestCode })
  return added.length === 1
}

/** A ceremony by its code. The caller checks whose it is (`openId`). */
export async function findCeremony(executor: Executor, key: RequestKey): Promise<Ceremony | undefined> {
  const [row] = await executor.select().from(ceremonies).where(isCeremony(key))
  return row
}

/** As findCeremony; nobody else changes it until the transaction ends. */
export async function lockCeremony(executor: Executor, key: RequestKey): Promise<Ceremony | undefined> {
  const [row] = await executor.select().from(ceremonies).where(isCeremony(key)).for('update')
  return row
}

/** The ceremony of a loan that is still to be signed (or suspended). */
export async function findOpenCeremony(executor: Executor, key: LoanKey): Promise<Ceremony | undefined> {
  const open = inArray(ceremonies.signStatus, [SignStatus.notSigned, SignStatus.suspended])
  const [row] = await executor
    .select()
    .from(ceremonies)
    .where(and(isOf(key), open))
  return row
}

/** Ceremonies of a loan, newest first. */
export async function listCeremonies(executor: Executor, key: LoanKey): Promise<Ceremony[]> {
  return await executor
    .select()
    .from(ceremonies)
    .where(isOf(key))
    .orderBy(desc(ceremonies.openedAt), desc(ceremonies.requestCode))
}

/** Unsigned ceremonies past their time. */
export async function listExpiredCeremonies(
  executor: Executor,
  at: Date,
  limit: number,
): Promise<Ceremony[]> {
  return await executor
    .select()
    .from(ceremonies)
    .where(and(eq(ceremonies.signStatus, SignStatus.notSigned), lte(ceremonies.expiresAt, at)))
    .orderBy(asc(ceremonies.expiresAt))
    .limit(limit)
}

/** Moves the sign status by compare-and-set; false if it is not (any more) `from`: of two signings one holds. */
export async function moveCeremony(
  executor: Executor,
  key: RequestKey,
  {
    from,
    to,
    ...patch
  }: { readonly from: SignStatus; readonly to: SignStatus } & Partial<
    Pick<Ceremony, 'documentNo' | 'documentHash' | 'evidence' | 'signedAt'>
  >,
  at: Date,
): Promise<boolean> {
  const moved = await executor
    .update(ceremonies)
    .set({ ...patch, signStatus: to, updatedAt: at })
    .where(and(isCeremony(key), eq(ceremonies.signStatus, from)))
    .returning({ requestCode: ceremonies.requestCode })
  return moved.length === 1
}

/** Adds to the evidence of an unsigned ceremony; false once it is signed or over. */
export async function addEvidence(
  executor: Executor,
  key: RequestKey,
  evidence: Evidence,
  at: Date,
): Promise<boolean> {
  const added = await executor
    .update(ceremonies)
    .set({ evidence: sql`${ceremonies.evidence} || ${JSON.stringify(evidence)}::jsonb`, updatedAt: at })
    .where(and(isCeremony(key), eq(ceremonies.signStatus, SignStatus.notSigned)))
    .returning({ requestCode: ceremonies.requestCode })
  return added.length === 1
}
