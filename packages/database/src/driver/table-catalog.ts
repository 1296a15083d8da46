import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

export interface TableColumn {
  readonly name: string
  /** As the server writes it: "bigint", "timestamp with time zone", "integer[]". */
  readonly type: string
}

/** A table of the product as the server's own catalog knows it. */
export interface CatalogTable {
  readonly name: string
  readonly columns: readonly TableColumn[]
  /** Columns of the primary key: the order in which rows are read. */
  readonly key: readonly string[]
}

export interface CatalogSequence {
  readonly name: string
  /** The last number given; null where none was. */
  readonly lastValue: string | null
}

interface ColumnRow extends Record<string, unknown> {
  readonly table_name: string
  readonly name: string
  readonly type: string
  readonly in_key: boolean
}

interface ReferenceRow extends Record<string, unknown> {
  readonly table_name: string
  readonly refers_to: string
}

/**
 * Every table of the product, each after those that its foreign keys name at once, so that rows may be written in this order.
 * Read from the catalog and not from our schema: includes every table that a migration adds.
 */
export async function readTables(executor: Executor): Promise<CatalogTable[]> {
  const { rows: columns } = await executor.execute<ColumnRow>(sql`
    select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(a.attnum = any(i.indkey), false) as in_key
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C", a.attnum`)
  const { rows: references } = await executor.execute<ReferenceRow>(sql`
    select distinct t.relname as table_name, o.relname as refers_to
    from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class o on o.oid = f.confrelid
    where f.contype = 'f' and not f.condeferred and f.connamespace = 'public'::regnamespace
      and f.conrelid <> f.confrelid`)
  const names = [...new Set(columns.map((row) => row.table_name))]
  return inReferenceOrder(names, references).map((name) => {
    const own = columns.filter((row) => row.table_name === name)
    return {
      name,
      columns: own.map(({ name: column, type }) => ({ name: column, type })),
      key: own.filter((row) => row.in_key).map((row) => row.name),
    }
  })
}

/** Referenced tables first. Throws where tables refer to each other in a circle: they cannot be ordered. */
function inReferenceOrder(names: readonly string[], references: readonly ReferenceRow[]): string[] {
  const ordered: string[] = []
  let waiting = [...names]
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      references.every((one) => one.table_name !== name || ordered.includes(one.refers_to)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${waiting.join(', ')}`)
    ordered.push(...ready)
    waiting = waiting.filter((name) => !ready.includes(name))
  }
  return ordered
}

/** Sequences of the product, those of identity columns among them. */
export async function readSequences(executor: Executor): Promise<CatalogSequence[]> {
  const { rows } = await executor.execute<{ name: string; last: string | null }>(sql`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by sequencename collate "C"`)
  return rows.map(({ name, last }) => ({ name, lastValue: last }))
}

/** Makes a sequence go on after the last number that was given elsewhere. */
export async function continueSequence(
  executor: Executor,
  { name, lastValue }: CatalogSequence,
): Promise<void> {
  if (lastValue === null) return
  await executor.execute(sql`select setval(${`public.${name}`}::regclass, ${lastValue}::bigint, true)`)
}

/** Tables of any schema but the server's own that hold a row, as "schema.table". */
export async function listFilledTables(executor: Executor): Promise<string[]> {
  const { rows } = await executor.execute<{ schema: string; name: string }>(sql`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema', 'drizzle') and n.nspname not like 'pg_toast%'
    order by 1, 2`)
  const filled: string[] = []
  for (const { schema, name } of rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const found = await executor.execute(sql`select 1 from ${table} limit 1`)
    if (found.rows.length > 0) filled.push(`${schema}.${name}`)
  }
  return filled
}

/** Tables of the public schema by name alone. */
export async function listTableNames(executor: Executor): Promise<string[]> {
  const { rows } = await executor.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`)
  return rows.map(({ name }) => name)
}

/** A table's columns as a list of identifiers. */
export const columnList = ({ columns }: CatalogTable): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/**
 * One row as a JSON array of each value's own text. Nothing is read as a number or a date on the way, so that every
 * value arrives as it was: cents beyond JSON's numbers, microseconds, a JSON null that is not a missing value.
 */
export const rowText = ({ columns }: CatalogTable): SQL =>
  sql`json_build_array(${sql.join(
    columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  )})`
