import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Row {
  readonly seed: number
  readonly seeds: number
}
const { rowsOf, liveSideBySide } = (await import(
  new URL('../../../scripts/simulate/side-by-side.mjs', import.meta.url).href
)) as {
  rowsOf: (seeds: Row, count: number) => readonly Row[]
  liveSideBySide: (program: string, args: readonly string[], rows: readonly Row[]) => Promise<number>
}

/** Lives at once; where its first seed is the one to break it says so, and waits for ever where it is the one to wait. */
const PROGRAM = `
const [breaks, waits, , seed, , seeds] = process.argv.slice(2).map(Number)
if (seed === breaks) process.exitCode = 1
else if (seed === waits) setInterval(() => {}, 1_000)
else console.log(\`\${seeds} seeds and \${seeds * 100} loan-days lived, all whole\`)
`
let folder = ''
const program = () => join(folder, 'lives.mjs')
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-rows-'))
  writeFileSync(program(), PROGRAM)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  [{ seed: 1, seeds: 7 }, 2],
  [{ seed: 101, seeds: 9_900 }, 2],
  [{ seed: 5, seeds: 3 }, 4],
  [{ seed: 1, seeds: 1 }, 1],
])('%o in %i rows: each seed once, and no row much longer than another', (seeds, count) => {
  const rows = rowsOf(seeds, count)
  const all = rows.flatMap((row) => Array.from({ length: row.seeds }, (_, at) => row.seed + at))
  expect(all).toEqual(Array.from({ length: seeds.seeds }, (_, at) => seeds.seed + at))
  const lengths = rows.map((row) => row.seeds)
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
})

const ROWS = rowsOf({ seed: 1, seeds: 5 }, 2)

test('rows that are whole are counted together', async () => {
  expect(await liveSideBySide(program(), ['0', '0'], ROWS)).toBe(0)
})

test('a row that is broken ends the others, and all of it fails', async () => {
  const [first, second] = ROWS.map(({ seed }) => String(seed))
  expect(await liveSideBySide(program(), [String(first), String(second)], ROWS)).toBe(1)
})

test('a row that ends without a word of what it lived is not whole', async () => {
  const silent = join(folder, 'silent.mjs')
  writeFileSync(silent, '')
  expect(await liveSideBySide(silent, [], ROWS)).toBe(1)
})
