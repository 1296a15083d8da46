import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { dataPaths } from '../config.ts'
import type { TestApi } from './api-fixture.ts'

/** When a reset server begins: a Tuesday, an ordinary banking day. */
const FRESH_START = '2026-03-03T10:00:00-05:00'

/** Asks every table whether it holds a row; most hold none. */
const FILLED_TABLES = sql`select string_agg(
    format('select %L as name where exists (select from %I)', tablename, tablename), ' union all '
  ) as question from pg_tables where schemaname = 'public' and tablename <> 'bank_holidays'`

/**
 * A server as if it had just been started: no rows, no waiting jobs, no files at the bank, the first instant
 * again. Far cheaper than another server; replication mode lets the test do what append-only tables refuse.
 * Few rows are deleted in a few milliseconds; truncating makes new files for every table and its indexes.
 */
export async function resetApi({ database, deps, clock }: TestApi): Promise<void> {
  await database.transaction(async (tx) => {
    const [asked] = (await tx.execute<{ question: string }>(FILLED_TABLES)).rows
    const filled = await tx.execute<{ name: string }>(sql.raw(asked?.question ?? ''))
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { name } of filled.rows) await tx.execute(sql`delete from ${sql.identifier(name)}`)
    await tx.execute(sql`delete from pgboss.job`)
  })
  await rm(dataPaths(deps.config.dataDir).bank, { recursive: true, force: true })
  clock.set(FRESH_START)
}
