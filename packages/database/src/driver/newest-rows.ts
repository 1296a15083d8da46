import { and, desc, lt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'

/** The newest rows of a history, at most so many; only those before an instant where it is named. */
export interface NewestRows {
  readonly before?: Date | undefined
  readonly limit: number
}

/** Keeps a query to the newest rows by the column of their instant; leaves it as it is where none are asked for. */
export function newestBy<Query extends PgSelect>(
  query: Query,
  at: PgColumn,
  {
    where,
    newest,
    order,
  }: {
    readonly where: SQL | undefined
    readonly newest: NewestRows | undefined
    /** Of all rows; of the newest where they are of one instant. */
    readonly order: readonly SQL[]
  },
) {
  if (newest === undefined) return query.where(where).orderBy(...order)
  const { before, limit } = newest
  return query
    .where(and(where, before === undefined ? undefined : lt(at, before)))
    .orderBy(desc(at), ...order)
    .limit(limit)
}
