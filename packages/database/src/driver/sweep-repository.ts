import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/** What has an end of its own, and the column that says when. */
const SWEPT = {
  sessions: sql`delete from sessions where ctid = any(array(
    select ctid from sessions where expires_at < `,
  loginCodes: sql`delete from login_codes where ctid = any(array(
    select ctid from login_codes where expires_at < `,
  devices: sql`delete from trusted_devices where ctid = any(array(
    select ctid from trusted_devices where expires_at < `,
  resources: sql`delete from resources where ctid = any(array(
    select ctid from resources where expires_at < `,
  idempotencyKeys: sql`delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where expires_at < `,
  rateLimits: sql`delete from rate_limits where ctid = any(array(
    select ctid from rate_limits where window_ends_at < `,
  employeeSessions: sql`delete from employee_sessions where ctid = any(array(
    select ctid from employee_sessions where expires_at < `,
  employeeChallenges: sql`delete from employee_challenges where ctid = any(array(
    select ctid from employee_challenges where expires_at < `,
  employeeTerminals: sql`delete from employee_terminals where ctid = any(array(
    select ctid from employee_terminals where expires_at < `,
  employeeMirrors: sql`delete from employee_mirrors where ctid = any(array(
    select ctid from employee_mirrors where expires_at < `,
  behaviorRecords: sql`delete from behavior_records where ctid = any(array(
    select ctid from behavior_records where at < `,
  providerEvents: sql`delete from provider_events where ctid = any(array(
    select ctid from provider_events where received_at < `,
} as const

export type Swept = keyof typeof SWEPT

/**
 * Removes at most `limit` rows that ended before, and answers how many; fewer than `limit` says that none is left.
 * Bounded, so that no sweep holds its locks for long. Rows that another transaction holds are left for next time.
 */
export async function sweepEnded(
  executor: Executor,
  what: Swept,
  before: Date,
  limit: number,
): Promise<number> {
  const tail = sql`${before.toISOString()}::timestamptz limit ${limit} for update skip locked))`
  const { rowCount } = await executor.execute(sql.join([SWEPT[what], tail]))
  return rowCount ?? 0
}
