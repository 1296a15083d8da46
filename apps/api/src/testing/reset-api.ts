import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { dataPaths } from '../config.ts'
import type { TestApi } from './api-fixture.ts'

/** When a reset server begins: a Tuesday, an ordinary banking day. */
const FRESH_START = '2026-03-03T10:00:00-05:00'

/**
 * A server as if it had just been started: no rows, no waiting jobs, no files at the bank, the first instant
 * again. Far cheaper than another server; replication mode lets the test do what append-only tables refuse.
 */
export async function resetApi({ database, deps, clock }: TestApi): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ names: string }>(
      sql`select string_agg(quote_ident(tablename), ', ') as names from pg_tables
        where schemaname = 'public' and tablename <> 'bank_holidays'`,
    )
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(`truncate ${rows[0]?.names}`))
    await tx.execute(sql`delete from pgboss.job`)
  })
  await rm(dataPaths(deps.config.dataDir).bank, { recursive: true, force: true })
  clock.set(FRESH_START)
}
