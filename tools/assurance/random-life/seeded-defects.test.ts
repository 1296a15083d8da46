import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface SeededDefect {
  readonly name: string
  readonly words: string
  readonly run: { readonly runs: number; readonly seed: number }
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const PROJECT = new URL('../../../', import.meta.url)
const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly SeededDefect[]

test('ten ways in which a loan was lost before are planted (domain.md §14)', () => {
  expect(new Set(seededDefects.map(({ name }) => name)).size).toBe(10)
})

test.each(seededDefects)('$name is planted where its line stands, and there alone', ({ edits }) => {
  for (const { file, find, replace } of edits) {
    const source = readFileSync(fileURLToPath(new URL(file, PROJECT)), 'utf8')
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    expect(replace).not.toBe(find)
  }
})
