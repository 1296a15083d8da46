import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { outbox } from '../schema/message.ts'

/** That a notice was queued and what became of it; without its recipient and its words. */
export type NoticeTrail = Pick<
  typeof outbox.$inferSelect,
  'kind' | 'dedupKey' | 'createdAt' | 'sentAt' | 'failedAt'
>

/** Notices about one loan, oldest first. */
export async function listNoticeTrail(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<NoticeTrail[]> {
  const { kind, dedupKey, createdAt, sentAt, failedAt } = outbox
  return await executor
    .select({ kind, dedupKey, createdAt, sentAt, failedAt })
    .from(outbox)
    .where(and(eq(outbox.portfolioId, portfolioId), eq(outbox.loanNo, loanNo)))
    .orderBy(asc(outbox.createdAt))
}
