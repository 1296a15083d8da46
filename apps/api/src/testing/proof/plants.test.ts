import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CRASH_MARKS } from '../../crash-marks.ts'
import { MARKS_OF } from './life-steps.ts'

interface Plant {
  readonly name: string
  readonly mark: string
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const PROJECT = new URL('../../../../../', import.meta.url)
const plants = JSON.parse(
  readFileSync(fileURLToPath(new URL('./plants.json', import.meta.url)), 'utf8'),
) as readonly Plant[]

test.each(plants)('$name is planted where its line stands, and there alone', ({ mark, edits }) => {
  expect(CRASH_MARKS).toContain(mark)
  for (const { file, find, replace } of edits) {
    const source = readFileSync(fileURLToPath(new URL(file, PROJECT)), 'utf8')
    expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    expect(replace).not.toBe(find)
  }
})

test('every mark is passed by a step of the proof, and no name stands twice (design/security.md F1)', () => {
  expect(new Set(CRASH_MARKS).size).toBe(CRASH_MARKS.length)
  expect(new Set(Object.values(MARKS_OF).flat())).toEqual(new Set(CRASH_MARKS))
})
