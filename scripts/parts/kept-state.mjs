import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { capture, PROJECT_ROOT } from '../setup/step.mjs'

/** Where a run of `npm run test:full` keeps what has passed. */
export const STATE_FILE = join(PROJECT_ROOT, '.cache/test-full.json')

/**
 * A digest of every file that git knows or would add, by name and content: a commit changes nothing of it, an edit does.
 * Undefined outside of a repository, where nothing is kept.
 */
export async function treeDigest() {
  const { code, output } = await capture('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ])
  if (code !== 0) return undefined
  const hash = createHash('sha256').update(process.version)
  for (const name of output.split('\0').filter(Boolean).toSorted()) {
    const path = join(PROJECT_ROOT, name)
    hash.update(name).update('\0')
    if (existsSync(path)) hash.update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * The parts that passed on these very sources.
 *
 * @param {string} file
 * @param {string | undefined} digest
 * @returns {readonly import('./run-part.mjs').PartResult[]}
 */
export function readKept(file, digest) {
  if (digest === undefined || !existsSync(file)) return []
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  return kept.digest === digest ? kept.passed : []
}

/** Whether a file keeps what passed on other sources. */
export const isOfOtherSources = (file, digest) =>
  existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).digest !== digest

/** Keeps the parts that passed; those that failed run again. */
export function keep(file, digest, results) {
  if (digest === undefined) return
  mkdirSync(dirname(file), { recursive: true })
  const passed = results.filter(({ hasPassed }) => hasPassed)
  writeFileSync(file, `${JSON.stringify({ digest, passed }, undefined, 2)}\n`)
}
