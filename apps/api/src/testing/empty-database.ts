import type { Database } from '@dolphin/database/driver/open'
import { sql } from 'drizzle-orm'

/** Asks every table whether it holds a row; most hold none. */
const FILLED_TABLES = sql`select string_agg(
    format('select %L as name where exists (select from %I)', tablename, tablename), ' union all '
  ) as question from pg_tables where schemaname = 'public' and tablename <> 'bank_holidays'`

/**
 * Takes away every row but those of the migrations, and every job. Far cheaper than another database; replication mode
 * lets the test do what append-only tables refuse. Few rows are deleted in a few milliseconds; truncating makes new files
 * for every table and its indexes.
 */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [asked] = (await tx.execute<{ question: string }>(FILLED_TABLES)).rows
    const filled = await tx.execute<{ name: string }>(sql.raw(asked?.question ?? ''))
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { name } of filled.rows) await tx.execute(sql`delete from ${sql.identifier(name)}`)
    await tx.execute(sql`delete from pgboss.job`)
  })
}

/** Has all numbers that the database gives begin anew, so that the same life has the same numbers again. */
export async function restartNumbers(database: Database): Promise<void> {
  await database.db.execute(sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`)
}
