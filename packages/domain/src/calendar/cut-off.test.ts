import { DAY_SECONDS } from '../time/durations.ts'
import { expect, test } from 'vitest'
import { federalReserveCalendar } from './testing/federal-reserve-calendar.ts'
import {
  batchCutOffOn,
  type BankingHours,
  isBatchRunning,
  nextBatchCutOff,
  nextBatchStart,
  nextEntryDate,
  nextSameDayCutOff,
} from './cut-off.ts'
import { AssertionFailure } from '../assert.ts'
import { TransactionStatus } from '../payments/codes.ts'
import { stopDeadline } from '../payments/stop-deadline.ts'
import { formatLocalDate, localDate } from './local-date.ts'

const hours: BankingHours = {
  calendar: federalReserveCalendar(),
  timeZone: 'America/New_York',
  cutOff: { sameDay: '13:00', batch: '17:00' },
}
const at = (text: string) => new Date(text)

test('the same-day countdown runs to the cut-off of a banking day (domain.md §9)', () => {
  const state = nextSameDayCutOff(hours, at('2026-03-03T12:59:30-05:00'))
  expect(state).toMatchObject({ secondsLeft: 30, isOpenToday: true })
  expect(formatLocalDate(state.day)).toBe('2026-03-03')
})

test('at the cut-off itself the next banking day counts, over a weekend and its change of the clocks', () => {
  const state = nextSameDayCutOff(hours, at('2026-03-06T13:00:00-05:00'))
  expect(state.isOpenToday).toBe(false)
  expect(formatLocalDate(state.day)).toBe('2026-03-09')
  expect(state.secondsLeft).toBe(3 * DAY_SECONDS - 3_600)
})

test.each([
  ['2026-03-03T10:00:00-05:00', '2026-03-04'],
  ['2026-03-03T17:00:00-05:00', '2026-03-05'],
  ['2026-03-06T16:59:59-05:00', '2026-03-09'],
  ['2026-07-03T10:00:00-04:00', '2026-07-06'],
  ['2026-05-23T10:00:00-04:00', '2026-05-27'],
])('entries of the batch after %s take effect on %s, the next banking day', (now, expected) => {
  expect(formatLocalDate(nextEntryDate(hours, at(now)))).toBe(expected)
  expect(hours.calendar.isBankingDay(nextBatchCutOff(hours, at(now)).day)).toBe(true)
})

test('the batch of a banking day is cut at its time in the lender’s zone, in summer and in winter', () => {
  expect(batchCutOffOn(hours, localDate(2026, 3, 3))).toEqual(at('2026-03-03T17:00:00-05:00'))
  expect(batchCutOffOn(hours, localDate(2026, 7, 6))).toEqual(at('2026-07-06T17:00:00-04:00'))
})

test.each([
  ['2026-03-03T10:00:00-05:00', '2026-03-03T16:30:00-05:00', false],
  ['2026-03-03T16:29:59-05:00', '2026-03-03T16:30:00-05:00', false],
  ['2026-03-03T16:30:00-05:00', '2026-03-04T16:30:00-05:00', true],
  ['2026-03-03T16:59:59-05:00', '2026-03-04T16:30:00-05:00', true],
  ['2026-03-03T17:00:00-05:00', '2026-03-04T16:30:00-05:00', false],
  ['2026-03-06T16:45:00-05:00', '2026-03-09T16:30:00-04:00', true],
])('at %s the next batch that has not started starts at %s (domain.md §9)', (now, start, running) => {
  expect(nextBatchStart(hours, at(now)).cutOffAt).toEqual(at(start))
  expect(isBatchRunning(hours, at(now))).toBe(running)
})

const stopped = { status: TransactionStatus.none, effectiveDate: localDate(2026, 3, 4) }

test.each([
  ['2026-03-02T10:00:00-05:00', '2026-03-03T16:30:00-05:00'],
  ['2026-03-03T16:29:59-05:00', '2026-03-03T16:30:00-05:00'],
  // The batch runs and may take it any minute: nothing is promised beyond its start.
  ['2026-03-03T16:45:00-05:00', '2026-03-03T16:30:00-05:00'],
  ['2026-03-03T17:00:00-05:00', '2026-03-04T16:30:00-05:00'],
])('at %s a planned debit of March 4 can be stopped until %s (domain.md §10)', (now, until) => {
  expect(stopDeadline(hours, at(now), stopped)).toEqual(at(until))
  expect(stopDeadline(hours, at(now), { ...stopped, status: TransactionStatus.onBatch })).toBeNull()
})

test('a cut-off that is no time is a bug', () => {
  const broken = { ...hours, cutOff: { sameDay: '1 pm', batch: '17:00' } }
  expect(() => nextSameDayCutOff(broken, at('2026-03-03T10:00:00-05:00'))).toThrow(
    new AssertionFailure('a cut-off is a time as "14:00"'),
  )
})
