import type { QueryClient } from './executor.ts'
import { RECORD_KEY_ID_BYTES, type RecordKeys } from './record-keys.ts'

/** The keys of the records that a database holds; none until they are set. */
export interface KeySlot {
  keys?: { readonly records: RecordKeys; readonly prefixes: readonly string[] } | undefined
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
 * before it hands them out: those who seal and open find them at hand.
 */
export function keyedClient(client: QueryClient, slot: KeySlot): QueryClient {
  return {
    async query(text, values) {
      const { keys } = slot
      if (keys === undefined) return await client.query(text, values)
      const { records, prefixes } = keys
      if (records.hasUnstored) await records.store(idsIn(prefixes, [values, valuesOf(text)]))
      const result = await client.query(text, values)
      const ids = idsIn(prefixes, result.rows as unknown)
      if (ids.size > 0) await records.load(ids)
      return result
    },
  }
}

const valuesOf = (text: unknown): unknown =>
  typeof text === 'object' && text !== null && 'values' in text ? text.values : undefined

/** How values under a record's key and the master key of a number begin. */
export const prefixOf = (keyId: string): string =>
  Buffer.from(`${VERSION}${keyId}00`, 'hex').toString('base64').slice(0, PREFIX_LENGTH)

/** Numbers of the record keys that sealed values anywhere in it name. */
function idsIn(prefixes: readonly string[], found: unknown): Set<string> {
  const ids = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.length >= HEAD_LENGTH) for (const prefix of prefixes) addNamed(ids, value, prefix)
    } else if (Array.isArray(value)) for (const one of value) look(one)
    else if (isPlain(value)) for (const one of Object.values(value)) look(one)
  }
  look(found)
  return ids
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value)

function addNamed(ids: Set<string>, text: string, prefix: string): void {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    const head = Buffer.from(text.slice(at, at + HEAD_LENGTH), 'base64')
    if (head.length === HEAD_BYTES) ids.add(head.subarray(1 + KEY_ID_BYTES).toString('hex'))
  }
}
