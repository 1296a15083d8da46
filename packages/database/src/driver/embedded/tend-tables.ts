import type { QueryClient } from '../executor.ts'

/** When a table is due: autovacuum's own defaults, with the counts of the statistics. Source: PostgreSQL manual, 24.1.6. */
const DUE = `select format('%I.%I', schemaname, relname) as table from pg_stat_all_tables
  where schemaname <> 'pg_toast'
    and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
  order by 1`

/**
 * Does autovacuum's work, for the embedded engine is one process and has none: room of deleted and old rows can be
 * used again, and the planner learns how much a table holds. One table after the other, so that others get their turn
 * between. Answers the tables that were due.
 */
export async function tendTables(client: QueryClient): Promise<readonly string[]> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query(DUE)
  const due = (rows as { readonly table: string }[]).map(({ table }) => table)
  for (const table of due) await client.query(`vacuum (analyze) ${table}`)
  return due
}
