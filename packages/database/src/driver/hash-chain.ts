import { hash } from 'node:crypto'

/** What the first link of a chain names as the one before. */
export const CHAIN_START = ''

/**
 * Hash of a link: SHA-256 over the hash before it and its content. The content is a list of plain values, so
 * that its JSON is the same whenever it is computed.
 */
export function linkHash(previousHash: string, content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([previousHash, ...content]))
}

/** JSON whose objects have their keys in order, at every depth: the database keeps them in another. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)]),
  )
}
