import { and, asc, eq } from 'drizzle-orm'
import { bulkInsert } from '../driver/bulk-insert.ts'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { guardDecisions } from '../schema/servicing.ts'

/** What the debit guard answered once. */
export type StoredGuardDecision = typeof guardDecisions.$inferSelect

/** Keeps answers of the guard, many at once for a batch; one under a number that is kept already is the same. */
export async function insertGuardDecisions(
  executor: Executor,
  decisions: readonly StoredGuardDecision[],
): Promise<void> {
  await bulkInsert(executor, guardDecisions, decisions, { skipKnown: true })
}

/** Every answer about a loan, in order. The caller has checked whose loan it is. */
export async function listGuardDecisions(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<StoredGuardDecision[]> {
  return await executor
    .select()
    .from(guardDecisions)
    .where(and(eq(guardDecisions.portfolioId, portfolioId), eq(guardDecisions.loanNo, loanNo)))
    .orderBy(asc(guardDecisions.at), asc(guardDecisions.decisionNo))
}
