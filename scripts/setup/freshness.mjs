import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { PROJECT_ROOT } from './step.mjs'

const IGNORED = new Set(['node_modules', 'dist', 'dist-screens', 'paraglide', '.git'])

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)))
}

/**
 * A digest of the content of everything below the given paths: equal digests mean equal sources, in whatever folder the
 * project lies.
 */
export function sourceDigest(paths, root = PROJECT_ROOT) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue
    const name = relative(root, file).split(sep).join('/')
    hash.update(name).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Written last, so that a build which broke off has none. */
const stampOf = (output) => join(PROJECT_ROOT, output, '.built-from')

/** Whether `output` was built to the end, from whatever sources. */
export const isBuilt = (output) => existsSync(stampOf(output))

/** Whether `output` was built from just these sources. */
export const isFresh = (output, digest) => isBuilt(output) && readFileSync(stampOf(output), 'utf8') === digest

/** Remembers what `output` was built from. */
export function markFresh(output, digest) {
  const stamp = stampOf(output)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}
