import { and, asc, eq } from 'drizzle-orm'
import { bulkInsert } from '../driver/bulk-insert.ts'
import type { Executor } from '../driver/executor.ts'
import { newestBy, type NewestRows } from '../driver/newest-rows.ts'
import type { LoanKey } from '../driver/owner.ts'
import { eligibilityDecisions } from '../schema/servicing.ts'

/** What the debit eligibility check answered once. */
export type StoredEligibilityDecision = typeof eligibilityDecisions.$inferSelect

/** Stores eligibility results, many at once for a batch; one under a stored number is the same. */
export async function insertEligibilityDecisions(
  executor: Executor,
  decisions: readonly StoredEligibilityDecision[],
): Promise<void> {
  await bulkInsert(executor, eligibilityDecisions, decisions, { skipKnown: true })
}

/** Every answer about a loan, in order, or the newest ones. The caller has checked whose loan it is. */
export async function listEligibilityDecisions(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  newest?: NewestRows,
): Promise<StoredEligibilityDecision[]> {
  const { at, decisionNo } = eligibilityDecisions
  return await newestBy(executor.select().from(eligibilityDecisions).$dynamic(), at, {
    where: and(eq(eligibilityDecisions.portfolioId, portfolioId), eq(eligibilityDecisions.loanNo, loanNo)),
    newest,
    order: [asc(at), asc(decisionNo)],
  })
}
