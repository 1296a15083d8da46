import { type SQL, sql } from 'drizzle-orm'

/** Codes of an enumeration as a list of SQL. They stand in the text itself, which therefore never changes. */
export const codeList = (codes: readonly number[]): SQL => sql.raw(`(${codes.join(', ')})`)

/**
 * Whether a text column holds one of many values, as one parameter: a list of any length is asked for with the same
 * text, which stays prepared. No value at all is never held.
 */
export const isOneOf = (column: SQL | { readonly _: unknown }, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::text[])`
