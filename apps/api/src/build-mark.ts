import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the built server, from the build that made it (scripts/build.mjs). */
const BUILD = 'build.json'
const MARK_LENGTH = 12

const read = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string; readonly digest: string }

/** Which build a process runs: the first characters of its digest; of sources that run unbuilt, the version. */
export function buildMark(builtFolder: string): string {
  const file = join(builtFolder, BUILD)
  if (existsSync(file)) return read(file).digest.slice(0, MARK_LENGTH)
  return read(join(builtFolder, '../package.json')).version
}
