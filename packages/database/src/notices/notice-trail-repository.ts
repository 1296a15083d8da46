import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { newestBy, type NewestRows } from '../driver/newest-rows.ts'
import type { LoanKey } from '../driver/owner.ts'
import { outbox } from '../schema/message.ts'

/** That a notice was queued and what became of it; without its recipient and its words. */
export type NoticeTrail = Pick<
  typeof outbox.$inferSelect,
  'kind' | 'dedupKey' | 'createdAt' | 'sentAt' | 'failedAt'
>

/** Notices about one loan, oldest first; or the newest ones. */
export async function listNoticeTrail(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  newest?: NewestRows,
): Promise<NoticeTrail[]> {
  const { kind, dedupKey, createdAt, sentAt, failedAt } = outbox
  const trail = executor.select({ kind, dedupKey, createdAt, sentAt, failedAt }).from(outbox)
  return await newestBy(trail.$dynamic(), createdAt, {
    where: and(eq(outbox.portfolioId, portfolioId), eq(outbox.loanNo, loanNo)),
    newest,
    order: [asc(createdAt)],
  })
}
