import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface SeededDefect {
  readonly name: string
  readonly layer: string
  readonly words: string
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const PROJECT = new URL('../../../', import.meta.url)
const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly SeededDefect[]

test('there are twelve defects to plant, over at least seven layers (domain.md §13)', () => {
  expect(seededDefects).toHaveLength(12)
  expect(new Set(seededDefects.map(({ name }) => name)).size).toBe(12)
  expect(new Set(seededDefects.map(({ layer }) => layer)).size).toBeGreaterThanOrEqual(7)
})

test.each(seededDefects)('$name is planted where its line stands, and there alone', ({ edits }) => {
  for (const { file, find, replace } of edits) {
    const source = readFileSync(fileURLToPath(new URL(file, PROJECT)), 'utf8')
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    expect(replace).not.toBe(find)
  }
})
