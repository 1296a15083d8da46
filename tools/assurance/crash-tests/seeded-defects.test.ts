import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FAULT_POINTS } from './fault-points.ts'
import { FAULT_POINTS_OF } from './life-steps.ts'

interface SeededDefect {
  readonly name: string
  readonly mark: string
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const PROJECT = new URL('../../../', import.meta.url)
const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly SeededDefect[]

test.each(seededDefects)('$name is planted where its line stands, and there alone', ({ mark, edits }) => {
  expect(FAULT_POINTS).toContain(mark)
  for (const { file, find, replace } of edits) {
    const source = readFileSync(fileURLToPath(new URL(file, PROJECT)), 'utf8')
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    expect(replace).not.toBe(find)
  }
})

test('every mark is passed by a step of the proof, and no name stands twice (design/security.md F1)', () => {
  expect(new Set(FAULT_POINTS).size).toBe(FAULT_POINTS.length)
  expect(new Set(Object.values(FAULT_POINTS_OF).flat())).toEqual(new Set(FAULT_POINTS))
})
