import { expect, test } from 'vitest'
import { isoInZone, NEW_YORK } from '../time/new-york.ts'
import { momentsBetween } from './moments-of-day.ts'

const MORNING = { hour: 8, minute: 31, timeZone: NEW_YORK }
const BATCH = { hour: 16, minute: 40, timeZone: NEW_YORK }
const at = (text: string): Date => new Date(text)
const between = (from: string, to: string, most = 10) =>
  momentsBetween([BATCH, MORNING], at(from), at(to), most).map((one) => isoInZone(one, NEW_YORK))

test('each moment of each day passed, in order, without the ends', () => {
  expect(between('2026-03-06T09:00:00-05:00', '2026-03-09T08:31:00-04:00')).toEqual([
    '2026-03-06T16:40:00-05:00',
    '2026-03-07T08:31:00-05:00',
    '2026-03-07T16:40:00-05:00',
    '2026-03-08T08:31:00-04:00',
    '2026-03-08T16:40:00-04:00',
  ])
  expect(between('2026-03-06T16:40:00-05:00', '2026-03-06T17:00:00-05:00')).toEqual([])
})

test('at most so many, and one that two lists share counts once', () => {
  expect(between('2026-03-06T09:00:00-05:00', '2027-03-06T09:00:00-05:00', 3)).toHaveLength(3)
  const twice = momentsBetween([BATCH, BATCH], at('2026-03-06T09:00:00Z'), at('2026-03-07T09:00:00Z'), 10)
  expect(twice).toHaveLength(1)
})
