import { and, isNotNull, or, type SQL, sql, type SQLChunk } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { type FieldCipher, type FieldPlace, ValueErased } from './field-cipher.ts'
import { recordKeyName } from './record-keys.ts'
import { placeOf, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

/** The first byte of a value under its record's key. */
const OF_RECORD = 2

/** How many values of a column are sealed under a key. */
export interface SealedCount {
  readonly table: string
  readonly column: string
  /** The key's number, as the cipher names it. */
  readonly keyId: string
  readonly values: number
}

/** The key's number out of a sealed value: its bytes 2 to 5, which its first eight characters hold. */
const keyIdIn = (column: string): SQL =>
  sql`encode(substring(decode(left(${sql.identifier(column)}, 8), 'base64') from 2 for 4), 'hex')`

/** Counts every sealed value by its key. Walks the tables whole: seconds for a million loans. */
export async function countSealed(executor: Executor): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await executor.execute<{ key_id: string; values: string }>(
      sql`select ${keyIdIn(column)} as key_id, count(*) as values from ${sql.identifier(table)}
        where ${sql.identifier(column)} is not null group by 1 order by 1`,
    )
    counts.push(...rows.map((row) => ({ table, column, keyId: row.key_id, values: Number(row.values) })))
  }
  return counts
}

/** Counts the values under each key of a record, by the key's name in its store. Walks the tables whole. */
export async function* countByRecordKey(
  executor: Executor,
): AsyncGenerator<{ readonly name: string; readonly values: number }> {
  for (const { table, column, heldBy } of SEALED_COLUMNS) {
    if (heldBy === undefined) continue
    const head = sql`decode(left(${sql.identifier(column)}, 28), 'base64')`
    const { rows } = await executor.execute<{ id: string; values: string }>(
      sql`select encode(substring(${head} from 6 for 16), 'hex') as id, count(*) as values
        from ${sql.identifier(table)} where ${sql.identifier(column)} is not null and get_byte(${head}, 0) = ${OF_RECORD}
        group by 1`,
    )
    for (const { id, values } of rows) yield { name: recordKeyName(id), values: Number(values) }
  }
}

/** Where a batch ended: the key of its last row, as text. */
export type ResealCursor = readonly string[]

export interface ResealedBatch {
  readonly resealed: number
  /** Undefined once the column's last row was seen. */
  readonly next: ResealCursor | undefined
}

/** What is sealed anew: all that is not under the newest keys, or only what is not under its record's. */
export type ResealWanted = 'newest' | 'underRecordKey'

interface BatchRequest {
  readonly column: SealedColumn
  readonly wanted?: ResealWanted
  readonly after: ResealCursor | undefined
  readonly limit: number
}

/**
 * Seals the next values of a column under the newest key, in the caller's transaction. Skips rows locked by another
 * writer, which the next walk meets, so no writer waits longer than a batch takes. Skips values already under the
 * newest key, so a restart continues the work.
 *
 * @throws SealBroken where a value does not open with any key that is known.
 */
export async function resealBatch(
  executor: Executor,
  cipher: FieldCipher,
  { column, wanted = 'newest', after, limit }: BatchRequest,
): Promise<ResealedBatch> {
  const { table, key, heldBy = [] } = column
  const columns = key.map((part) => sql`${sql.identifier(part)}`)
  const value = sql.identifier(column.column)
  const beyond =
    after === undefined ? undefined : sql`(${list(columns)}) > (${list(after.map(literal(key)))})`
  const read = [...new Set([...key, ...heldBy, ...(heldBy.length > 0 ? ['portfolio_id'] : [])])]
  const asText = read.map((part) => sql`${sql.identifier(part)}::text as ${sql.identifier(part)}`)
  const { rows } = await executor.execute<Record<string, string>>(
    sql`select ${list(asText)}, ${value} as sealed from ${sql.identifier(table)}
      where ${and(isNotNull(value), isOld(cipher, column, wanted), beyond)}
      order by ${list(columns)} limit ${limit} for update skip locked`,
  )
  // Append-only tables allow only a change of seals, and only where this setting is on.
  await executor.execute(sql`select set_config('dolphin.resealing', 'on', true)`)
  for (const row of rows) {
    const sealed = sealedAnew(cipher, placeOf(column, row), row['sealed'] ?? '')
    if (sealed === undefined) continue
    const isRow = key.map((part) => sql`${sql.identifier(part)}::text = ${row[part]}`)
    await executor.execute(
      sql`update ${sql.identifier(table)} set ${value} = ${sealed} where ${and(...isRow)}`,
    )
  }
  await executor.execute(sql`select set_config('dolphin.resealing', 'off', true)`)
  const last = rows.at(-1)
  const next = rows.length < limit || last === undefined ? undefined : key.map((part) => last[part] ?? '')
  return { resealed: rows.length, next }
}

/** Whether a value is to be sealed anew. */
function isOld(cipher: FieldCipher, { column, heldBy }: SealedColumn, wanted: ResealWanted): SQL | undefined {
  const isOfOlder = sql`${keyIdIn(column)} <> ${cipher.keyIds[0]}`
  if (heldBy === undefined || cipher.records?.areSealing !== true)
    return wanted === 'newest' ? isOfOlder : sql`false`
  const holder = sql`coalesce(${list(heldBy.map((one) => sql.identifier(one)))})`
  const isWithout = sql`(get_byte(decode(left(${sql.identifier(column)}, 8), 'base64'), 0) <> ${OF_RECORD}
    and ${holder} is not null)`
  return wanted === 'newest' ? or(isOfOlder, isWithout) : isWithout
}

/** Undefined of what was erased: its row waits for the erase log to be replayed. */
function sealedAnew(cipher: FieldCipher, place: FieldPlace, sealed: string): string | undefined {
  try {
    return cipher.seal(place, cipher.open(place, sealed))
  } catch (error) {
    if (error instanceof ValueErased) return undefined
    throw error
  }
}

const list = (parts: readonly SQLChunk[]): SQL => sql.join([...parts], sql`, `)

/** Key columns are text or whole numbers; the catalog's types are not asked for. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['portfolio_id', 'contact_type', 'sequence'])

const literal =
  (key: readonly string[]) =>
  (value: string, at: number): SQL =>
    WHOLE_NUMBERS.has(key[at] ?? '') ? sql`${Number(value)}::bigint` : sql`${value}`
