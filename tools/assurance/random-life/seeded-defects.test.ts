import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { LifePlan } from './life-plan.ts'

interface SeededDefect {
  readonly name: string
  readonly words: string
  readonly life: LifePlan
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const PROJECT = new URL('../../../', import.meta.url)
const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly SeededDefect[]

test('sixteen ways in which a loan goes wrong are planted, each with a life that reaches it (domain.md §14)', () => {
  expect(new Set(seededDefects.map(({ name }) => name)).size).toBe(16)
  expect(seededDefects.every(({ life }) => life.acts.length > 0)).toBe(true)
})

test.each(seededDefects)('$name is planted where its line stands, and there alone', ({ edits }) => {
  for (const { file, find, replace } of edits) {
    const source = readFileSync(fileURLToPath(new URL(file, PROJECT)), 'utf8')
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    expect(replace).not.toBe(find)
  }
})
