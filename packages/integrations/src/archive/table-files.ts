import type { ArchiveFile } from './zip-stream.ts'

/** What a cell may hold; null and undefined are empty. */
export type Cell = string | number | boolean | null | undefined

/** A spreadsheet runs what begins so. A signed number is what it looks like and nothing else. */
const RUNS = /^[=+\-@\t\r]/

const NUMBER = /^-?\d+(\.\d+)?$/

const NEEDS_QUOTES = /[",\r\n]/

function cellText(cell: Cell): string {
  const text = cell === null || cell === undefined ? '' : String(cell)
  const safe = RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A table for a spreadsheet (RFC 4180). A cell that a spreadsheet would run gets an apostrophe before it. */
export function csvFile(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): ArchiveFile {
  const lines = [headings, ...rows].map((cells) => cells.map(cellText).join(','))
  return { name, bytes: bytesOf(`${lines.join('\r\n')}\r\n`) }
}

export const textFile = (name: string, text: string): ArchiveFile => ({ name, bytes: bytesOf(text) })

/** Facts as JSON for people; amounts in cents become text. */
export const jsonFile = (name: string, content: unknown): ArchiveFile =>
  textFile(
    name,
    `${JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`,
  )

const SECRET = /ssn|socialSecurity|account(Number|No)$/i

const SHOWN = 4

/** Social Security and account numbers by their last digits alone, however deep they stand. */
export function withoutNumbers(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNumbers(one, name))
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNumbers(inner, key)]))
  if (!SECRET.test(name) || (typeof value !== 'string' && typeof value !== 'number')) return value
  return `••••${String(value).slice(-SHOWN)}`
}
