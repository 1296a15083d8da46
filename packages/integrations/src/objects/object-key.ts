import { createHash } from 'node:crypto'

/** One to six parts of lower-case letters, digits, dash, underscore and inner dots; no part starts with a dot. */
const KEY = /^(?:[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*)(?:\/[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*){0,5}$/
const LONGEST_KEY = 200
const CONTENT_KEY = /(?:^|\/)sha256-([0-9a-f]{64})(?:\.[a-z0-9]+)?$/

/**
 * A key that can be a path on every file system without leaving the store: no `..`, no absolute path, no
 * back-slash, no capital that a case-blind disk would fold together with another key.
 * Throws a RangeError otherwise; the key is ours, so a bad one is a bug and not a reader's mistake.
 */
export function assertObjectKey(key: string): void {
  if (key.length > LONGEST_KEY || !KEY.test(key))
    throw new RangeError('an object key must be a plain relative name')
}

/** SHA-256 in lower-case hex; of a text, that of its UTF-8. */
export function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A key that names its content, `folder/sha256-<hex>.<extension>`; stores check it on every put and get. */
export function contentKey(folder: string, bytes: Uint8Array, extension: string): string {
  return `${folder}/sha256-${sha256Hex(bytes)}.${extension}`
}

/** False only when the key names a content and the bytes are another one. */
export function fitsKey(key: string, bytes: Uint8Array): boolean {
  const promised = CONTENT_KEY.exec(key)?.[1]
  return promised === undefined || promised === sha256Hex(bytes)
}
