import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/** What has an end of its own, and the column that says when. */
const SWEPT = {
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
  employeeBrowsers: sql`delete from employee_browsers where ctid = any(array(
    select ctid from employee_browsers where last_at < `,
  /** What was signed stays. */
  employeeTouches: sql`delete from employee_touches where ctid = any(array(
    select ctid from employee_touches where touched_at is null and expires_at < `,
  employeeMirrors: sql`delete from employee_mirrors where ctid = any(array(
    select ctid from employee_mirrors where expires_at < `,
  behaviorRecords: sql`delete from behavior_records where ctid = any(array(
    select ctid from behavior_records where at < `,
  providerEvents: sql`delete from provider_events where ctid = any(array(
    select ctid from provider_events where received_at < `,
} as const

/** The same of rows that may be spread over servers: which they are, and how those are removed that are still over. */
const SPREAD = {
  sessions: {
    ended: sql`select token_hash as key from sessions where expires_at < `,
    remove: sql`delete from sessions where token_hash = any(`,
  },
  loginCodes: {
    ended: sql`select flow_id as key from login_codes where expires_at < `,
    remove: sql`delete from login_codes where flow_id = any(`,
  },
  devices: {
    ended: sql`select device_hash as key from trusted_devices where expires_at < `,
    remove: sql`delete from trusted_devices where device_hash = any(`,
  },
} as const

type SpreadKind = keyof typeof SPREAD
export type Swept = keyof typeof SWEPT | SpreadKind

/**
 * Removes at most `limit` rows that ended before, and answers how many; fewer than `limit` says that none is left.
 * Bounded, so that no sweep holds its locks for long. Rows that another transaction holds are left
 * for next time, but of sessions, their codes and devices.
 */
export async function sweepEnded(
  executor: Executor,
  what: Swept,
  before: Date,
  limit: number,
): Promise<number> {
  if (isSpread(what)) return await sweepSpread(executor, what, before, limit)
  const tail = sql`${before.toISOString()}::timestamptz limit ${limit} for update skip locked))`
  const { rowCount } = await executor.execute(sql.join([SWEPT[what], tail]))
  return rowCount ?? 0
}

const isSpread = (what: Swept): what is SpreadKind => what in SPREAD

async function sweepSpread(
  executor: Executor,
  what: SpreadKind,
  before: Date,
  limit: number,
): Promise<number> {
  const { ended, remove } = SPREAD[what]
  const at = sql`${before.toISOString()}::timestamptz`
  const { rows } = await executor.execute<{ key: string }>(sql.join([ended, at, sql` limit ${limit}`]))
  const keys = sql.param(rows.map(({ key }) => key))
  const { rowCount } = await executor.execute(sql.join([remove, sql`${keys}::text[]) and expires_at < `, at]))
  return rowCount ?? 0
}
