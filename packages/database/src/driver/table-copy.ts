import { hash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { CatalogTable } from './table-catalog.ts'

/**
 * How many rows there are, and the sum of the first 64 bits of each one's SHA-256: the same for the same rows in whatever order
 * they lie. Against accidents, not against somebody who makes rows to fit.
 */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

const nameOf = ({ schema, name }: Pick<CatalogTable, 'schema' | 'name'>): SQL =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`

const listOf = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

/** Makes a transaction write every value in one form, whatever its server is set to: rows are moved and compared as text. */
export async function writePlainly(executor: Executor): Promise<void> {
  await executor.execute(
    sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
      set_config('bytea_output', 'hex', true)`,
  )
}

/** Digests a table that is read once and needs no memory. Within a transaction after `writePlainly`. */
export async function digestTable(executor: Executor, table: CatalogTable): Promise<TableDigest> {
  const { rows } = await executor.execute<{ rows: number; digest: string }>(sql`
    select count(*)::integer as rows, coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint), 0)::text as digest
    from (select encode(sha256(convert_to(whole_row::text, 'UTF8')), 'hex') as hash from ${nameOf(table)} as whole_row) as hashes`)
  return rows[0] ?? { rows: 0, digest: '' }
}

/**
 * Copies a table's rows from one database to another, each as the text that the server itself reads back, and answers what
 * was read. Nothing becomes a number or a date on the way. The rows are gathered beside the table and come in one statement in the
 * order of its key, so that each link of a chain comes after the one it names: all rules of the target stay on and judge
 * every row. Both within a transaction after `writePlainly`.
 */
export async function copyTable(from: Executor, to: Executor, table: CatalogTable): Promise<TableDigest> {
  const [name, columns, key] = [
    nameOf(table),
    listOf(table.columns.map((one) => one.name)),
    listOf(table.key),
  ]
  let [count, sum] = [0, 0n]
  await from.execute(
    sql`declare moved_rows no scroll cursor for select whole_row::text as line from ${name} as whole_row`,
  )
  await to.execute(sql`create temporary table gathered (like ${name})`)
  for (;;) {
    // Few round trips, and a piece that neither side minds when its rows are reports of a hundred kilobytes.
    const { rows } = await from.execute<{ line: string }>(sql`fetch 250 from moved_rows`)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    await to.execute(sql`insert into gathered select * from unnest(${sql.param(lines)}::${name}[])`)
    count += lines.length
    for (const line of lines) sum += hash('sha256', line, 'buffer').readBigInt64BE()
  }
  await from.execute(sql`close moved_rows`)
  await to.execute(
    sql`insert into ${name} (${columns}) overriding system value
      select ${columns} from gathered${table.key.length === 0 ? sql`` : sql` order by ${key}`}`,
  )
  await to.execute(sql`drop table gathered`)
  return { rows: count, digest: sum.toString() }
}

/** Makes every sequence of the product go on after the last number that was given elsewhere. */
export async function continueSequences(from: Executor, to: Executor): Promise<void> {
  const { rows } = await from.execute<{ name: string; last: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  for (const { name, last } of rows)
    await to.execute(sql`select setval(${name}::regclass, ${last}::bigint, true)`)
}

/**
 * Tables that hold a row, and those of the public schema that are not among the known ones, as "schema.table"; of the job
 * queue's only those that are moved, for its own book-keeping is made with its tables.
 */
export async function listUsedTables(executor: Executor, known: readonly CatalogTable[]): Promise<string[]> {
  const { rows: tables } = await executor.execute<{ schema: string; name: string }>(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'drizzle')
      and (schemaname <> 'pgboss' or tablename in ('queue', 'job'))
    order by 1, 2`)
  const used: string[] = []
  for (const table of tables) {
    const { schema, name } = table
    const isForeign = schema === 'public' && !known.some((one) => one.schema === schema && one.name === name)
    const { rows } = await executor.execute(sql`select 1 from ${nameOf(table)} limit 1`)
    if (isForeign || rows.length > 0) used.push(`${schema}.${name}`)
  }
  return used
}
