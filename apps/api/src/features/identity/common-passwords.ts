import { readFileSync } from 'node:fs'

const FEWEST = 10_000

/** Passwords that nobody may choose; compared whole, letter case set aside. */
export interface CommonPasswords {
  has(password: string): boolean
}

/** Reads the list once at start; refuses one that is too short to be of use (security.md, ASVS 6.2.4). */
export function loadCommonPasswords(file: string): CommonPasswords {
  const lines = readFileSync(file, 'utf8').split('\n')
  const list = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
  if (list.size < FEWEST) {
    throw new RangeError(`${file} has ${list.size} passwords; at least ${FEWEST} are needed`)
  }
  return { has: (password) => list.has(password.toLowerCase()) }
}
