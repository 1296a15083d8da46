import { readFileSync } from 'node:fs'

const FEWEST = 10_000

/**
 * Loads the passwords that no user may choose, in lower case; compared whole. Read once at start; a list too short
 * to be of use is refused (ASVS 6.2.4).
 */
export function loadCommonPasswords(file: string): ReadonlySet<string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  const list = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
  if (list.size < FEWEST) {
    throw new RangeError(`${file} has ${list.size} passwords; at least ${FEWEST} are needed`)
  }
  return list
}
