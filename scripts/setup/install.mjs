import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED_NODE } from './product-node.mjs'
import { main, PROJECT_ROOT, run, say, SetupError, step } from './step.mjs'

const LOCK_FILE = join(PROJECT_ROOT, 'package-lock.json')
/** npm's own note of what it installed, written when all of it stands. */
const INSTALLED = join(PROJECT_ROOT, 'node_modules/.package-lock.json')

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Whether what is installed is what the lock file names; an optional package may be missing, as those of other systems
 * are.
 * @param {Record<string, object>} locked `packages` of the lock file
 * @param {Record<string, object>} installed the same of npm's note
 */
export function isWhole(locked, installed) {
  return Object.entries(locked)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, integrity, optional, devOptional }]) => {
      const found = installed[path]
      if (found === undefined) return optional === true || devOptional === true
      return found.version === version && found.integrity === integrity
    })
}

const isInstalled = () => existsSync(INSTALLED) && isWhole(packagesOf(LOCK_FILE), packagesOf(INSTALLED))

/**
 * npm chooses the bundled Node.js by system and processor alone. Where the C library is another one (Alpine Linux), it
 * does not run, and would stand before the machine's own in every npm script.
 */
function dropNodeThatDoesNotRun() {
  if (!existsSync(BUNDLED_NODE)) return
  if (spawnSync(BUNDLED_NODE, ['--version']).status !== 0) rmSync(BUNDLED_NODE)
}

/** Installs exactly what the lock file names, unless that is what is already there. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await step('Installing the packages of the lock file (about a minute)', async () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0)
      throw new SetupError(
        'npm ci failed: check the connection to your package registry and run the command again.',
      )
    dropNodeThatDoesNotRun()
  })
  say('')
}

if (import.meta.url === `file://${process.argv[1]}`) await main(ensureInstalled, { anyNode: true })
