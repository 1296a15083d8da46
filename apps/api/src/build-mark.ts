import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the built server, from the build that made it (scripts/setup/freshness.mjs). */
const BUILT_FROM = '.built-from'
const MARK_LENGTH = 12

/** Which build a process runs: the first characters of its digest; of sources that run unbuilt, the version. */
export function buildMark(builtFolder: string): string {
  const file = join(builtFolder, BUILT_FROM)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().slice(0, MARK_LENGTH)
  const { version } = JSON.parse(readFileSync(join(builtFolder, '../package.json'), 'utf8')) as {
    version: string
  }
  return version
}
