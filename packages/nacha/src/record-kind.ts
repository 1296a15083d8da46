/** What a line is by its first character and what else it holds. */
export type RecordKind =
  | 'fileHeader'
  | 'batchHeader'
  | 'entry'
  | 'addenda'
  | 'batchControl'
  | 'fileControl'
  | 'filler'
  | 'unknown'

/** Positions: ach.md §1. */
const LOOKS: Readonly<Record<string, readonly [kind: RecordKind, look: RegExp]>> = {
  '1': ['fileHeader', /^101|^.{34}094101/],
  '5': ['batchHeader', /^.{50}[A-Z]{3}/],
  '6': ['entry', /^/],
  '7': ['addenda', /^/],
  '8': ['batchControl', /^.\d{43}.{10} {25}|^8(?:200|220|225|280)\d{40}/],
  '9': ['fileControl', /^9\d{54} *$/],
}

/**
 * The kind of a record of 94 characters. One digit that is wrong at the start of an entry does not make a header or
 * control of it, which would take the entries behind it along: it is unknown.
 */
export function recordKind(record: string): RecordKind {
  if (/^9{56,} *$/.test(record)) return 'filler'
  const [kind, look] = LOOKS[record.charAt(0)] ?? []
  return kind !== undefined && look?.test(record) === true ? kind : 'unknown'
}
