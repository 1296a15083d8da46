import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Executor, sqlRunnerOf } from './executor.ts'
import { snakeCase } from './snake-case.ts'

/** A whole row but for what the database counts itself. */
type NewRow<Table extends PgTable> = Omit<Table['$inferSelect'], 'id'>

/**
 * How a table takes one whole row, for what nearly every write does: the text is built once, not at each use
 * (docs/decisions/hot-reads.md, Statements). Only an `id` that the database counts is left out; no default steps in.
 */
export function rowInsert<Table extends PgTable>(
  table: Table,
): (executor: Executor, row: NewRow<Table>) => Promise<void> {
  const columns = (Object.entries(getTableColumns(table)) as [string, PgColumn][]).filter(
    ([, { generatedIdentity }]) => generatedIdentity === undefined,
  )
  const names = columns.map(([key]) => snakeCase(key)).join(', ')
  const places = columns.map((_, index) => `$${index + 1}`).join(', ')
  const text = `insert into ${getTableName(table)} (${names}) values (${places})`
  return async (executor, row) => {
    const given: Readonly<Record<string, unknown>> = row
    const values = columns.map(([key, column]) => {
      const value = given[key] ?? null
      return value === null ? null : column.mapToDriverValue(value)
    })
    await sqlRunnerOf(executor).executeNamed(text, values)
  }
}
