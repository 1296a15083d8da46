import { and, isNotNull, or, type SQL, sql, type SQLChunk } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { type FieldCipher, ValueErased } from './field-cipher.ts'
import { recordKeyName } from './record-keys.ts'
import { placeOf, type RowHolder, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'
import { isSealedText, openSealedText, sealText, SEALED_TEXT, SEALED_TEXT_PATTERN } from './sealed-texts.ts'

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

/** What stands in a column, or in the field of its JSON. */
const storedIn = ({ column, text }: SealedColumn): SQL =>
  text === undefined || text === 'whole'
    ? sql`${sql.identifier(column)}`
    : sql`(${sql.identifier(column)} #>> ${pathOf(text)})`

const pathOf = (path: readonly string[]): SQL => sql`${`{${path.join(',')}}`}::text[]`

/** The sealed value there; null of a text that stands plain. */
const sealedIn = (column: SealedColumn): SQL =>
  column.text === undefined
    ? storedIn(column)
    : sql`(case when ${storedIn(column)} ~ ${SEALED_TEXT_PATTERN}
        then substr(${storedIn(column)}, ${SEALED_TEXT.length + 1}::integer) end)`

/** The key's number out of a sealed value: its bytes 2 to 5, which its first eight characters hold. */
const keyIdIn = (column: SealedColumn): SQL =>
  sql`encode(substring(decode(left(${sealedIn(column)}, 8), 'base64') from 2 for 4), 'hex')`

/** Counts every sealed value by its key. Walks the tables whole: seconds for a million loans. */
export async function countSealed(executor: Executor): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const sealed of SEALED_COLUMNS) {
    const { table, column } = sealed
    const { rows } = await executor.execute<{ key_id: string; values: string }>(
      sql`select ${keyIdIn(sealed)} as key_id, count(*) as values from ${sql.identifier(table)}
        where ${sealedIn(sealed)} is not null group by 1 order by 1`,
    )
    counts.push(...rows.map((row) => ({ table, column, keyId: row.key_id, values: Number(row.values) })))
  }
  return counts
}

/** Counts the values under each key of a record, by the key's name in its store. Walks the tables whole. */
export async function* countByRecordKey(
  executor: Executor,
): AsyncGenerator<{ readonly name: string; readonly values: number }> {
  for (const column of SEALED_COLUMNS) {
    if (column.heldBy === undefined) continue
    const head = sql`decode(left(${sealedIn(column)}, 28), 'base64')`
    const { rows } = await executor.execute<{ id: string; values: string }>(
      sql`select encode(substring(${head} from 6 for 16), 'hex') as id, count(*) as values
        from ${sql.identifier(column.table)} where ${sealedIn(column)} is not null and get_byte(${head}, 0) = ${OF_RECORD}
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
  const beyond =
    after === undefined ? undefined : sql`(${list(columns)}) > (${list(after.map(literal(column)))})`
  const read = new Map<string, SQL>(key.map((part) => [part, sql`${sql.identifier(part)}`]))
  if (heldBy.length > 0) read.set('portfolio_id', sql`portfolio_id`)
  for (const holder of heldBy) read.set(holder.column, holderIn(holder))
  const asText = [...read].map(([name, part]) => sql`${part}::text as ${sql.identifier(name)}`)
  const { rows } = await executor.execute<Record<string, string>>(
    sql`select ${list(asText)}, ${storedIn(column)} as stored from ${sql.identifier(table)}
      where ${and(isNotNull(storedIn(column)), isOld(cipher, column, wanted), beyond)}
      order by ${list(columns)} limit ${limit} for update skip locked`,
  )
  // Append-only tables allow only a change of seals, and only where this setting is on.
  await executor.execute(sql`select set_config('dolphin.resealing', 'on', true)`)
  for (const row of rows) {
    const anew = changesOf(cipher, column, row)
    if (anew === undefined) continue
    const isRow = key.map((part) => sql`${sql.identifier(part)}::text = ${row[part]}`)
    await executor.execute(sql`update ${sql.identifier(table)} set ${list(anew)} where ${and(...isRow)}`)
  }
  await executor.execute(sql`select set_config('dolphin.resealing', 'off', true)`)
  const last = rows.at(-1)
  const next = rows.length < limit || last === undefined ? undefined : key.map((part) => last[part] ?? '')
  return { resealed: rows.length, next }
}

const holderIn = ({ column, by }: RowHolder): SQL => by ?? sql`${sql.identifier(column)}`

/** Whether a value is to be sealed anew. */
function isOld(cipher: FieldCipher, column: SealedColumn, wanted: ResealWanted): SQL | undefined {
  const { heldBy, text } = column
  const { records } = cipher
  const isOfOlder = sql`${keyIdIn(column)} <> ${cipher.keyIds[0]}`
  // As values of records, texts then go back to what builds before read.
  if (text !== undefined && records?.areSealingTexts !== true)
    return wanted === 'newest' ? isOfOlder : sql`false`
  const isPlain = text && sql`(${sealedIn(column)} is null and ${storedIn(column)} <> '')`
  if (heldBy === undefined || records?.areSealing !== true)
    return wanted === 'newest' ? isOfOlder : sql`false`
  const holder = sql`coalesce(${list(heldBy.map(holderIn))})`
  const isWithout = sql`(get_byte(decode(left(${sealedIn(column)}, 8), 'base64'), 0) <> ${OF_RECORD}
    and ${holder} is not null)`
  return or(wanted === 'newest' ? isOfOlder : undefined, isWithout, isPlain)
}

/** What of the row changes; undefined of what was erased: it waits for the erase log to be replayed. */
function changesOf(
  cipher: FieldCipher,
  sealed: SealedColumn,
  row: Readonly<Record<string, string>>,
): SQL[] | undefined {
  const { column, text, digest } = sealed
  const place = placeOf(sealed, row)
  const { stored = '' } = row
  const name = sql.identifier(column)
  try {
    if (text === undefined) return [sql`${name} = ${cipher.seal(place, cipher.open(place, stored))}`]
    // The driver opened it, but for what does not open.
    const plain = isSealedText(stored) ? openSealedText(cipher, stored) : stored
    const anew = sealText(cipher, place.of, plain)
    const change =
      text === 'whole' ? sql`${anew}` : sql`jsonb_set(${name}, ${pathOf(text)}, to_jsonb(${anew}::text))`
    const digested =
      digest && sql`${sql.identifier(digest.column)} = ${cipher.blindIndex(digest.purpose, plain)}`
    return [sql`${name} = ${change}`, ...(digested === undefined ? [] : [digested])]
  } catch (error) {
    if (error instanceof ValueErased) return undefined
    throw error
  }
}

const list = (parts: readonly SQLChunk[]): SQL => sql.join([...parts], sql`, `)

/** Key columns are text or whole numbers; the catalog's types are not asked for. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['portfolio_id', 'contact_type', 'sequence'])

const literal =
  ({ table, key }: SealedColumn) =>
  (value: string, at: number): SQL =>
    WHOLE_NUMBERS.has(key[at] ?? '') || (table === 'document_requests' && key[at] === 'request_no')
      ? sql`${Number(value)}::bigint`
      : sql`${value}`
