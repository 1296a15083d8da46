import { fromEpochDay } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type Executor, sqlRunnerOf } from './executor.ts'
import { snakeCase } from './snake-case.ts'

/**
 * Rows packed into one JSON value by the database, for reads that many people ask at once: several lists come in one
 * round trip, and reading them costs a fraction of what a row of columns costs. `bulkInsert` is the way in.
 */
export interface PackedRows<Row> {
  /** One row as a JSON array: for a select list. */
  readonly row: string
  readonly unpack: (packed: unknown) => Row
  /** A JSON array of such rows, as json_agg makes it; null for none. */
  readonly unpackAll: (packed: unknown) => Row[]
}

interface Field {
  readonly key: string
  readonly select: string
  readonly read: ((stored: unknown) => unknown) | undefined
}

/** How the columns of a table are packed: all of them, or those named. */
export function packedRows<Table extends PgTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  keys?: readonly Key[],
): PackedRows<Pick<Table['$inferSelect'], Key>> {
  type Row = Pick<Table['$inferSelect'], Key>
  const columns = Object.entries(getTableColumns(table)) as [string, PgColumn][]
  const named: readonly string[] | undefined = keys
  const fields = columns
    .filter(([key]) => named?.includes(key) ?? true)
    .map(([key, column]) => fieldOf(getTableName(table), key, column))
  const unpack = (packed: unknown): Row => unpackRow(fields, packed as readonly unknown[]) as Row
  return {
    row: `json_build_array(${fields.map(({ select }) => select).join(', ')})`,
    unpack,
    unpackAll: (packed) => ((packed ?? []) as readonly unknown[]).map(unpack),
  }
}

function unpackRow(fields: readonly Field[], packed: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let index = 0
  for (const { key, read } of fields) {
    const stored = packed[index] ?? null
    row[key] = read === undefined || stored === null ? stored : read(stored)
    index += 1
  }
  return row
}

/** Days, instants and ids travel as numbers, and money as text, for JSON's numbers end below a bigint's. */
function fieldOf(table: string, key: string, column: PgColumn): Field {
  const name = `${table}.${snakeCase(key)}`
  const type = column.getSQLType()
  if (type === 'date')
    return { key, select: `${name} - date '1970-01-01'`, read: (days) => fromEpochDay(days as number) }
  if (type === 'bigint' && column.dataType !== 'number')
    return { key, select: `${name}::text`, read: (amount) => cents(BigInt(amount as string)) }
  if (type.startsWith('timestamp'))
    return {
      key,
      select: `floor(extract(epoch from ${name}) * 1000)`,
      read: (milliseconds) => new Date(milliseconds as number),
    }
  // A type of ours reads its own JSON.
  if (type === 'jsonb' && column.columnType === 'PgCustomColumn')
    return { key, select: name, read: (stored) => column.mapFromDriverValue(stored) }
  return { key, select: name, read: undefined }
}

/** Runs a statement whose text never changes, prepared once a session; answers its only row. */
export async function queryOneRow(
  executor: Executor,
  text: string,
  values: readonly unknown[],
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sqlRunnerOf(executor).executeNamed(text, values)
  return (rows[0] ?? {}) as Readonly<Record<string, unknown>>
}

/** A row as the database wrote it: two with the same texts are the same row. */
export interface WrittenRow {
  readonly texts: readonly (string | null)[]
  /** The row as `queryOneRow` would have answered it. */
  readonly read: () => Readonly<Record<string, unknown>>
}

/** Leaves every column as the text that the database sent. */
const UNREAD: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

/** The driver's reader of a column's text, by the number that PostgreSQL gives its type. */
const readerOf: (typeId: number) => (text: string) => unknown = pg.types.getTypeParser

/**
 * As `queryOneRow`, but parses the row only on request, for callers that already know these texts; undefined for no
 * row.
 */
export async function queryWrittenRow(
  executor: Executor,
  text: string,
  values: readonly unknown[],
): Promise<WrittenRow | undefined> {
  const { rows, fields } = await sqlRunnerOf(executor).executeNamed(text, values, UNREAD)
  const [row] = rows as Readonly<Record<string, string | null>>[]
  if (row === undefined) return undefined
  const read = () =>
    Object.fromEntries(
      fields.map(({ name, dataTypeID }) => {
        const written = row[name] ?? null
        return [name, written === null ? null : readerOf(dataTypeID)(written)]
      }),
    )
  return { texts: fields.map(({ name }) => row[name] ?? null), read }
}
