import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

const FOLDER = join(PROJECT_ROOT, 'docs/screens')
const LARGEST = 3 * 1_024 * 1_024

const kept = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'tests/screens/kept-screens.json'), 'utf8'),
) as readonly string[]

test('docs/screens holds the pictures that kept-screens.json lists, and no others', () => {
  const there = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  expect(there.filter((name) => name.endsWith('.webp')).toSorted()).toEqual(kept.toSorted())
})

test('docs/screens stays below 3 MiB', () => {
  const size = kept.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0)
  expect(size).toBeLessThan(LARGEST)
})

test('README.md shows pictures that are there', () => {
  const readme = readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/docs\/screens\/[\w./-]+/g)].map(([path]) => path)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
})
