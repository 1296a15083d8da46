import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/** Lets one transaction at a time do what has this name ("coupon/118/WELCOME"); held until it ends. */
export async function lockByName(executor: Executor, name: string): Promise<void> {
  await executor.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
