import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PLACES } from './places.ts'

interface SeededDefect {
  readonly name: string
  readonly words: string
  readonly found: readonly string[]
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const PROJECT = new URL('../../../', import.meta.url)
const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly SeededDefect[]

/** Shares its files with the plain database of the planted run, or holds nothing that a server writes. */
const SEEN_OTHERWISE = ['backup, bank folder', 'backup, the rest']

test('a leak is planted into every kind of place (design/security.md T19)', () => {
  const found = new Set(seededDefects.flatMap((seededDefect) => seededDefect.found))
  const places = Object.keys(PLACES).filter((place) => !SEEN_OTHERWISE.includes(place))
  expect(places.filter((place) => !found.has(place))).toEqual([])
  expect([...found].filter((place) => !Object.hasOwn(PLACES, place))).toEqual([])
})

test.each(seededDefects)('$name is planted where its line stands, and there alone', ({ edits }) => {
  for (const { file, find, replace } of edits) {
    const source = readFileSync(fileURLToPath(new URL(file, PROJECT)), 'utf8')
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    expect(replace).not.toBe(find)
  }
})
