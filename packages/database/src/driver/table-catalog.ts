import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

export interface TableColumn {
  readonly name: string
  /** As the server writes it: "bigint", "timestamp with time zone", "integer[]". */
  readonly type: string
}

/** A table as the server's own catalog knows it. */
export interface CatalogTable {
  readonly schema: string
  readonly name: string
  /** Without those that the server computes. */
  readonly columns: readonly TableColumn[]
  /** Columns of the primary key: the order in which rows are written. */
  readonly key: readonly string[]
}

/** Nothing of ours refers to so many tables one after the other: ends the search where tables refer to each other in a circle. */
const DEEPEST = 100

/**
 * Every table of a schema, each after those that its foreign keys name at once, so that rows may be written in this order.
 * Read from the catalog and not from our schema: includes every table that a migration adds.
 */
export async function readTables(executor: Executor, schema = 'public'): Promise<CatalogTable[]> {
  const { rows } = await executor.execute<CatalogTable & Record<string, unknown>>(sql`
    with recursive reference as (
      select conrelid as id, confrelid as refers_to from pg_constraint
      where contype = 'f' and not condeferred and conrelid <> confrelid),
    placed as (
      select oid as id, 0 as depth from pg_class
      where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p') and not relispartition
      union
      select reference.id, depth + 1 from placed join reference on refers_to = placed.id where depth < ${DEEPEST}::integer)
    select ${schema}::text as schema, c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
      coalesce(json_agg(a.attname order by a.attnum) filter (where a.attnum = any(i.indkey)), '[]') as key
    from (select id, max(depth) as depth from placed group by id) as placed
    join pg_class c on c.oid = placed.id
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    group by placed.depth, c.relname
    order by placed.depth, c.relname collate "C"`)
  return rows
}
