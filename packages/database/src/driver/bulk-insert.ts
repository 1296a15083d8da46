import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'
import { snakeCase } from './snake-case.ts'

/** Rows in one statement: few round trips, and a text that neither side minds. */
const ROWS_AT_ONCE = 2_000

/**
 * Inserts any number of whole rows with one parameter for thousands of them, where a value list would need one for
 * each value and end at 65,535. Every column is given, for a default does not step in. With `skipKnown`, rows whose
 * key is there already are passed over.
 */
export async function bulkInsert<Table extends PgTable>(
  executor: Executor,
  table: Table,
  rows: readonly Table['$inferSelect'][],
  { skipKnown = false }: { readonly skipKnown?: boolean } = {},
): Promise<void> {
  const fields = fieldsOf(table)
  const ending = skipKnown ? sql` on conflict do nothing` : sql``
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const chunk: Encoded[] = []
    for (const row of rows.slice(start, start + ROWS_AT_ONCE)) chunk.push(encodeRow(fields, row))
    await executor.execute(
      sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(chunk)}::json)${ending}`,
    )
  }
}

type Encoded = Record<string, unknown>

interface Field {
  readonly key: string
  readonly name: string
  readonly encode: (value: unknown) => unknown
}

function encodeRow(fields: readonly Field[], row: Readonly<Record<string, unknown>>): Encoded {
  const encoded: Encoded = {}
  for (const { key, name, encode } of fields) {
    const value = row[key]
    if (value !== null && value !== undefined) encoded[name] = encode(value)
  }
  return encoded
}

/** How each column's value stands in the JSON; what is JSON itself stands there as it is. */
const fieldsOf = (table: PgTable): readonly Field[] =>
  (Object.entries(getTableColumns(table)) as [string, PgColumn][]).map(([key, column]) => ({
    key,
    name: snakeCase(key),
    encode: column.columnType === 'PgJsonb' ? (value) => value : (value) => column.mapToDriverValue(value),
  }))
