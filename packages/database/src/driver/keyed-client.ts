import type { QueryClient } from './executor.ts'
import type { FieldCipher } from './field-cipher.ts'
import { RECORD_KEY_ID_BYTES, type RecordKeys } from './record-keys.ts'
import { openTexts, SEALED_TEXT } from './sealed-texts.ts'

/** The keys of the records that a database holds; none until they are set. */
export interface KeySlot {
  keys?:
    | {
        readonly records: RecordKeys
        readonly prefixes: readonly string[]
        readonly cipher: Pick<FieldCipher, 'open'>
      }
    | undefined
}

const VERSION = '02'
const KEY_ID_BYTES = 4
const HEAD_BYTES = 1 + KEY_ID_BYTES + RECORD_KEY_ID_BYTES
/** In base64, without a character that holds bits of what follows. */
const HEAD_LENGTH = (HEAD_BYTES / 3) * 4
/** The first characters of every value under a record's key and this master key; the next holds bits of the record's too. */
const PREFIX_LENGTH = 6

/**
 * A client that stores new keys of records before a statement writes what they seal, and reads the keys that rows name
 * before it hands them out: those who seal and open find them at hand. Texts that were sealed where they used to be plain
 * (`sealed-texts.ts`) it hands out open.
 */
export function keyedClient(client: QueryClient, slot: KeySlot): QueryClient {
  return {
    async query(text, values) {
      const { keys } = slot
      if (keys === undefined) return await client.query(text, values)
      const { records, prefixes, cipher } = keys
      if (records.hasUnstored) await records.store(lookIn(prefixes, [values, valuesOf(text)]).ids)
      const result = await client.query(text, values)
      const { ids, hasTexts } = lookIn(prefixes, result.rows as unknown)
      if (ids.size > 0) await records.load(ids)
      if (hasTexts) openWithin(cipher, result.rows as unknown)
      return result
    },
  }
}

const valuesOf = (text: unknown): unknown =>
  typeof text === 'object' && text !== null && 'values' in text ? text.values : undefined

/** How values under a record's key and the master key of a number begin. */
export const prefixOf = (keyId: string): string =>
  Buffer.from(`${VERSION}${keyId}00`, 'hex').toString('base64').slice(0, PREFIX_LENGTH)

interface Found {
  /** Numbers of the record keys that sealed values name. */
  readonly ids: Set<string>
  /** Whether there may be sealed texts. */
  readonly hasTexts: boolean
}

/** What of sealed values there is anywhere in it. */
function lookIn(prefixes: readonly string[], found: unknown): Found {
  const ids = new Set<string>()
  let hasTexts = false
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.length < HEAD_LENGTH) return
      for (const prefix of prefixes) addNamed(ids, value, prefix)
      hasTexts ||= value.includes(SEALED_TEXT)
    } else if (Array.isArray(value)) for (const one of value) look(one)
    else if (isPlain(value)) for (const one of Object.values(value)) look(one)
  }
  look(found)
  return { ids, hasTexts }
}

/** Opens sealed texts where they stand: rows are the driver's own until they are handed out. */
function openWithin(cipher: Pick<FieldCipher, 'open'>, within: unknown): void {
  if (!Array.isArray(within) && !isPlain(within)) return
  const parts = within as Record<string, unknown>
  for (const [key, value] of Object.entries(parts))
    if (typeof value !== 'string') openWithin(cipher, value)
    else if (value.includes(SEALED_TEXT)) parts[key] = openTexts(cipher, value)
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value)

function addNamed(ids: Set<string>, text: string, prefix: string): void {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    const head = Buffer.from(text.slice(at, at + HEAD_LENGTH), 'base64')
    if (head.length === HEAD_BYTES) ids.add(head.subarray(1 + KEY_ID_BYTES).toString('hex'))
  }
}
