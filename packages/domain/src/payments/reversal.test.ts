import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { reversalRefusal, type ReversalTimes } from './reversal.ts'

const calendar = federalReserveCalendar()

/** A debit that settled on Friday, March 13, of which the error was found at noon of that day. */
const times: ReversalTimes = {
  now: new Date('2026-03-13T12:00:00-04:00'),
  foundAt: new Date('2026-03-13T12:00:00-04:00'),
  foundOn: localDate(2026, 3, 13),
  sentOn: localDate(2026, 3, 12),
  settledOn: localDate(2026, 3, 13),
  leavesAt: new Date('2026-03-13T16:30:00-04:00'),
  takesEffectOn: localDate(2026, 3, 16),
}

test.each([
  ['in time', {}, undefined],
  ['the last day', { takesEffectOn: localDate(2026, 3, 20) }, undefined],
  ['six banking days', { takesEffectOn: localDate(2026, 3, 23) }, 'settledTooLongAgo'],
  ['24 hours to the minute', { foundAt: new Date('2026-03-12T16:30:00-04:00') }, undefined],
  ['a second more', { foundAt: new Date('2026-03-12T16:29:59-04:00') }, 'foundTooLongAgo'],
  ['found after now', { foundAt: new Date('2026-03-13T12:00:01-04:00') }, 'foundLater'],
  ['found before it was sent', { foundOn: localDate(2026, 3, 11) }, 'foundBefore'],
] as const)('limits of a reversal (ach.md §4): %s', (_, differing, refusal) => {
  expect(reversalRefusal({ ...times, ...differing }, calendar)).toBe(refusal)
})
