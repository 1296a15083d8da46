import { eq, lte, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { rateLimits } from '../schema/record.ts'

export interface AttemptCount {
  /** This attempt included. */
  readonly count: number
  /** When counting starts again: what Retry-After is made of. */
  readonly windowEndsAt: Date
}

/**
 * Counts an attempt in its fixed window, in one statement, so that nodes and parallel requests share it. The
 * key says what is limited and for whom; people only by hash.
 */
export async function countAttempt(
  executor: Executor,
  key: string,
  windowMs: number,
  at: Date,
): Promise<AttemptCount> {
  const windowEndsAt = new Date(at.getTime() + windowMs)
  const over = lte(rateLimits.windowEndsAt, at)
  const [row] = await executor
    .insert(rateLimits)
    .values({ key, windowEndsAt, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${over} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt })
  return row ?? { count: 1, windowEndsAt }
}

/** Forgets the attempts of a key (after a success). */
export async function clearAttempts(executor: Executor, key: string): Promise<void> {
  await executor.delete(rateLimits).where(eq(rateLimits.key, key))
}
