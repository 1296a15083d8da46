import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from './step.mjs'

const IGNORED = new Set(['node_modules', 'dist', 'dist-screens', 'paraglide', '.git'])

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)))
}

/** A digest of the content of everything below the given paths: equal digests mean equal sources. */
export function sourceDigest(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(PROJECT_ROOT, path))).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Whether `output` was built from just these sources. */
export function isFresh(output, digest) {
  const stamp = join(PROJECT_ROOT, output, '.built-from')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
}

/** Remembers what `output` was built from. */
export function markFresh(output, digest) {
  const stamp = join(PROJECT_ROOT, output, '.built-from')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}
