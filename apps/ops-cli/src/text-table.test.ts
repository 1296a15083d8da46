import { expect, test } from 'vitest'
import { shortInstant } from './text-table.ts'

test.each([
  ['2026-03-03T15:00:00.000Z', '2026-03-03 10:00'],
  ['2026-03-03T10:00:00-05:00', '2026-03-03 10:00'],
  ['2026-07-01T02:30:00Z', '2026-06-30 22:30'],
  ['2026-03-08T01:30:00-06:00', '2026-03-08 03:30'],
])('a time is printed in New York, whatever offset it came with (%s)', (instant, printed) => {
  expect(shortInstant(instant)).toBe(printed)
})
