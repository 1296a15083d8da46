import { createHash } from 'node:crypto'
import { canonical } from '@dolphin/database/driver/hash-chain'

/** Fingerprint of a content: of its values, whatever the order of its keys. */
export function digestOf(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(content)))
    .digest('hex')
}

/**
 * A content under its new version number. Of products only those that differ from what they were take it, so
 * that a loan under one that stayed the same is not told that its terms have changed.
 */
export function withVersion(content: unknown, version: number, before: unknown): unknown {
  if (!Array.isArray(content)) return isRecord(content) ? { ...content, version } : content
  const earlier = Array.isArray(before) ? before.filter(isRecord) : []
  return content.map((product: unknown) => {
    if (!isRecord(product)) return product
    const same = earlier.find((one) => sameButVersion(one, product))
    return { ...product, version: same === undefined ? version : same['version'] }
  })
}

/** What is published to take an item away again: what the deploy brought of it counts then, or nothing. */
export const WITHDRAWN = { withdrawn: true } as const

/** Whether a content takes its item away. */
export function isWithdrawn(content: unknown): boolean {
  return isRecord(content) && content['withdrawn'] === true
}

/** Whether two contents say the same, their version numbers aside. */
export function sameButVersion(one: unknown, other: unknown): boolean {
  return digestOf(withoutVersion(one)) === digestOf(withoutVersion(other))
}

function withoutVersion(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withoutVersion)
  if (!isRecord(content)) return content
  const { version: _version, ...rest } = content
  return rest
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
