import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'
import { expect, test } from 'vitest'
import { agreedDaysOf, lateDaysOf, movedAloneSince, planMoves, planMovesToStored } from './moved-payments.ts'

function day(text: string): LocalDate {
  const date = parseLocalDate(text)
  assert(date !== undefined, 'a test names a day')
  return date
}

const moves = {
  moved: [
    { number: 1, from: day('2026-03-13'), to: day('2026-03-19'), isShifted: false },
    { number: 2, from: day('2026-03-27'), to: day('2026-04-24'), isShifted: true },
    { number: 4, from: day('2026-04-24'), to: day('2026-07-31'), isShifted: true },
  ],
  waived: [{ from: day('2026-03-27'), to: day('2026-04-24') }],
}
const plan = { disclosure: planMovesToStored(moves) }
const written = (days: ReadonlyMap<number, LocalDate>) =>
  [...days].map(([number, on]) => [number, formatLocalDate(on)])

test('what was moved of a plan is read as it was stored', () => {
  expect(planMoves(plan)).toEqual(moves)
  expect(planMoves({ disclosure: {} })).toEqual({ moved: [], waived: [] })
})

test('no interest for the days of a payment that moved alone, and for the days given up of a shift (domain.md §14)', () => {
  expect(lateDaysOf(plan).map(({ from, to }) => [formatLocalDate(from), formatLocalDate(to)])).toEqual([
    ['2026-03-13', '2026-03-19'],
    ['2026-03-27', '2026-04-24'],
  ])
  expect(written(movedAloneSince(plan))).toEqual([[1, '2026-03-13']])
})

test('a payment on the day of another is due on an agreed day; one on a further payday is announced', () => {
  expect(written(agreedDaysOf(plan))).toEqual([
    [1, '2026-03-13'],
    [4, '2026-04-24'],
  ])
})
