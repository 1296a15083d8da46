import type { TestDatabase } from '@dolphin/testkit/test-database'

/**
 * What stands in every table and sequence, by name: each row with its place and the transaction that wrote it, so that even
 * a write of the same values shows. But for when the job queue last tended itself.
 */
export async function writtenRows(database: TestDatabase): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await database.executeSql(
    `select oid::regclass::text as name, relkind = 'r' as has_rows from pg_class
      where relkind in ('r', 'S') and relnamespace in (select oid from pg_namespace
        where nspname <> 'information_schema' and not starts_with(nspname, 'pg_'))
      and oid::regclass::text !~ '^pgboss[.](version|queue|instance)' order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name, has_rows: hasRows } of tables as { name: string; has_rows: boolean }[]) {
    const written = hasRows ? "concat_ws('/', t.ctid, t.xmin, to_jsonb(t))" : 't.last_value::text'
    const { rows } = await database.executeSql(
      `select md5(coalesce(string_agg(row, '|' order by row), '')) as digest
        from (select ${written} as row from ${name} t) as rows`,
    )
    digests[name] = (rows as { digest: string }[])[0]?.digest ?? ''
  }
  return digests
}
