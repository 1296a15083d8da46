import { and, eq, gt } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { AttemptCount } from './rate-limit-repository.ts'
import { rateLimits } from '../schema/record.ts'

/** The window of a key as it stands, without counting; undefined when none is running. */
export async function readWindow(
  executor: Executor,
  key: string,
  at: Date,
): Promise<AttemptCount | undefined> {
  const [row] = await executor
    .select({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), gt(rateLimits.windowEndsAt, at)))
  return row
}
