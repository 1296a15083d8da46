import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, run, say, SetupError, step } from './step.mjs'

const LOCK_FILE = join(PROJECT_ROOT, 'package-lock.json')
const STAMP = join(PROJECT_ROOT, 'node_modules/.dolphin-installed')

function lockDigest() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).update(process.version).digest('hex')
}

/** Installs exactly what the lock file names, unless that is what is already there. */
export async function ensureInstalled() {
  const digest = lockDigest()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return
  await step('Installing the packages of the lock file (about a minute)', async () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0)
      throw new SetupError(
        'npm ci failed: check the connection to your package registry and run the command again.',
      )
    writeFileSync(STAMP, digest)
  })
  say('')
}
