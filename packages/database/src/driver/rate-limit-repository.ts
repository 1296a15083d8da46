import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { rateLimits } from '../schema/record.ts'

export interface AttemptCount {
  /** This attempt included. */
  readonly count: number
  /** When counting starts again: what Retry-After is made of. */
  readonly windowEndsAt: Date
}

export interface AttemptWindow {
  readonly windowMs: number
  /** The longest window that the key ever has, where its windows differ. */
  readonly longestMs?: number
}

/** Clocks of two nodes differ by less. */
const CLOCK_SKEW_MS = 60_000

/** Until when a window may end: one that ends later was opened before the clock was set back, and is not believed. */
const latestEnd = ({ windowMs, longestMs = windowMs }: AttemptWindow, at: Date): Date =>
  new Date(at.getTime() + longestMs + CLOCK_SKEW_MS)

/**
 * Counts an attempt in its fixed window, in one statement, so that nodes and parallel requests share it. The
 * key says what is limited and for whom; people only by hash.
 */
export async function countAttempt(
  executor: Executor,
  key: string,
  window: AttemptWindow,
  at: Date,
): Promise<AttemptCount> {
  const { values, set } = attempt(key, window, at)
  const [row] = await executor
    .insert(rateLimits)
    .values(values)
    .onConflictDoUpdate({ target: rateLimits.key, set })
    .returning({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt })
  return row ?? values
}

/** Counts an attempt unless `most` are counted in the window already; answers whether it was counted. */
export async function countUpTo(
  executor: Executor,
  key: string,
  { most, ...window }: AttemptWindow & { readonly most: number },
  at: Date,
): Promise<boolean> {
  const { values, over, set } = attempt(key, window, at)
  const counted = await executor
    .insert(rateLimits)
    .values(values)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set,
      setWhere: sql`(${over} or ${lt(rateLimits.count, most)})`,
    })
    .returning({ key: rateLimits.key })
  return counted.length === 1
}

/** What an attempt writes, and whether the window that stands is over. */
function attempt(key: string, window: AttemptWindow, at: Date) {
  const over = sql`(${lte(rateLimits.windowEndsAt, at)} or ${gt(rateLimits.windowEndsAt, latestEnd(window, at))})`
  return {
    values: { key, windowEndsAt: new Date(at.getTime() + window.windowMs), count: 1 },
    over,
    set: {
      count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
      windowEndsAt: sql`case when ${over} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
    },
  }
}

/** The window of a key as it stands, without counting; undefined when none is running. */
export async function readWindow(
  executor: Executor,
  key: string,
  window: AttemptWindow,
  at: Date,
): Promise<AttemptCount | undefined> {
  const [row] = await executor
    .select({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt })
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.key, key),
        gt(rateLimits.windowEndsAt, at),
        lte(rateLimits.windowEndsAt, latestEnd(window, at)),
      ),
    )
  return row
}

/** Takes one attempt of a key back (after a success that is not to clear those before it). */
export async function uncountAttempt(executor: Executor, key: string): Promise<void> {
  await executor
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)))
}

/** Forgets the attempts of a key (after a success). */
export async function clearAttempts(executor: Executor, key: string): Promise<void> {
  await executor.delete(rateLimits).where(eq(rateLimits.key, key))
}
