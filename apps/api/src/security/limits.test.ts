import { DAY_MS, HOUR_MS } from '@dolphin/domain/time/durations'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GUESS_LIMITS, LIMITS, QUEUE_LIMITS, UPLOAD_TIMES } from './limits.ts'

const PAGE = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8')

const UNITS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [60_000, 'minute'],
] as const

function written(windowMs: number): string {
  const [unitMs, unit] = UNITS.find(([ms]) => windowMs % ms === 0) ?? [1_000, 'second']
  const count = windowMs / unitMs
  return count === 1 ? unit : `${count} ${unit}s`
}

const ROWS = [
  ...Object.entries(LIMITS).map(([name, { by, allowance, windowMs, what }]) => [
    name,
    by,
    `${allowance}`,
    written(windowMs),
    what,
  ]),
  ...Object.entries(GUESS_LIMITS).map(([name, { by, most, windowMs, what }]) => [
    name,
    by,
    `${most}`,
    written(windowMs),
    what,
  ]),
  ...Object.entries(QUEUE_LIMITS).map(([name, { by, allowance, what }]) => [name, by, `${allowance}`, what]),
  ...Object.entries(UPLOAD_TIMES).map(([name, { ms, leastBytes = 0, what }]) => [
    name,
    written(ms),
    leastBytes === 0 ? 'all of it' : `${leastBytes / 1_000} kB`,
    what,
  ]),
].map((cells) => `| ${cells.join(' | ')} |`)

test('docs/limits.md lists every limit as the code has it', () => {
  const listed = PAGE.split('\n').filter(
    (line) => /^\| [a-zA-Z]+ \|/.test(line) && !line.startsWith('| limit |'),
  )
  expect(listed).toEqual(ROWS)
})
