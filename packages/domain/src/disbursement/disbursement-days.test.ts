import { MINUTE_MS } from '../time/durations.ts'
import { expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { formatLocalDate, localDate, parseLocalDate } from '../calendar/local-date.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { type Cents, cents } from '../money/cents.ts'
import {
  type ApprovalState,
  creditCutOff,
  disbursementChoices,
  disbursementDays,
  lastPassedCutOff,
} from './disbursement-days.ts'
import {
  type FundingHours,
  isSameDayInTime,
  openSameDay,
  SAME_DAY_LIMIT,
  sameDayClosesAt,
  sameDayMark,
  sameDaySettlesAt,
} from './same-day-ach.ts'

const hours: FundingHours = {
  calendar: federalReserveCalendar(),
  timeZone: 'America/New_York',
  cutOff: { sameDay: '13:00', batch: '17:00' },
  sameDayCredits: { offered: true, settlesAt: '17:00' },
  reviewBankingDays: 0,
}
const withoutSameDay: FundingHours = { ...hours, sameDayCredits: { offered: false, settlesAt: '17:00' } }
const at = (text: string) => new Date(text)
const some = cents(50_000n)

const daysAt = (now: string, approval: ApprovalState = 'automatic', amount: Cents = some, of = hours) =>
  disbursementDays(of, { now: at(now), amount, approval })
const dayAt = (...asked: Parameters<typeof daysAt>) => formatLocalDate(daysAt(...asked).expected)

test('where a person approves, the expected day is the portfolio’s days of review later, and none is promised', () => {
  const reviewed = { ...hours, reviewBankingDays: 2 }
  const friday = '2026-03-06T10:00:00-05:00'
  expect(dayAt(friday, 'manual')).toBe('2026-03-09')
  expect(dayAt(friday, 'manual', some, reviewed)).toBe('2026-03-11')
  expect(daysAt(friday, 'manual', some, reviewed).promised).toBeNull()
  expect(dayAt(friday, 'given', some, reviewed)).toBe('2026-03-06')
})

test.each([
  ['the minute before the cut-off', '2026-03-03T12:59:00-05:00', '2026-03-03'],
  ['the last second before it', '2026-03-03T12:59:59-05:00', '2026-03-03'],
  ['at the cut-off', '2026-03-03T13:00:00-05:00', '2026-03-04'],
  ['the minute after it', '2026-03-03T13:01:00-05:00', '2026-03-04'],
  ['at the cut-off of the batch', '2026-03-03T17:00:00-05:00', '2026-03-05'],
  ['on a Friday morning', '2026-03-06T10:00:00-05:00', '2026-03-06'],
  ['on a Friday afternoon', '2026-03-06T16:59:59-05:00', '2026-03-09'],
  ['on a Saturday', '2026-03-07T10:00:00-05:00', '2026-03-10'],
  ['on the Sunday on which the clocks go forward', '2026-03-08T10:00:00-04:00', '2026-03-10'],
  ['the first summer morning', '2026-03-09T12:59:59-04:00', '2026-03-09'],
  ['the first summer afternoon', '2026-03-09T13:00:00-04:00', '2026-03-10'],
  ['the last morning before winter time', '2026-10-30T12:59:59-04:00', '2026-10-30'],
  ['the first winter morning', '2026-11-02T12:59:59-05:00', '2026-11-02'],
  ['on a holiday', '2026-11-26T10:00:00-05:00', '2026-11-30'],
  ['the morning before a holiday', '2026-11-25T10:00:00-05:00', '2026-11-25'],
  ['the afternoon before a holiday', '2026-11-25T14:00:00-05:00', '2026-11-27'],
  ['on the Friday of a Saturday holiday, when banks work', '2026-07-03T10:00:00-04:00', '2026-07-03'],
])('%s the money of a loan that is signed arrives on its day (domain.md §9)', (_when, now, expected) => {
  expect(dayAt(now)).toBe(expected)
})

test('the cut-off that is named takes the day away, and never a moment earlier', () => {
  for (let minute = 0; minute < 14 * 24 * 60; minute += 17) {
    const now = new Date(at('2026-03-02T00:00:00-05:00').getTime() + minute * MINUTE_MS)
    const { promised, cutOffAt } = daysAt(now.toISOString())
    const atTime = (moment: Date) => daysAt(moment.toISOString()).promised
    expect(cutOffAt > now, now.toISOString()).toBe(true)
    expect(atTime(new Date(cutOffAt.getTime() - 1_000)), now.toISOString()).toBe(promised)
    expect(atTime(cutOffAt), now.toISOString()).not.toBe(promised)
  }
})

test('an amount above the limit of a same-day entry waits for the batch', () => {
  const now = '2026-03-03T10:00:00-05:00'
  expect(dayAt(now, 'automatic', SAME_DAY_LIMIT)).toBe('2026-03-03')
  expect(dayAt(now, 'automatic', cents(SAME_DAY_LIMIT + 1n))).toBe('2026-03-04')
})

test('where a person approves nothing is promised before; given, the same day is possible', () => {
  const now = '2026-03-03T10:00:00-05:00'
  const before = daysAt(now, 'manual')
  expect(before).toMatchObject({ promised: null, isSameDay: false, expected: localDate(2026, 3, 4) })
  const request = { now: at(now), amount: some, approval: 'manual' } as const
  expect(disbursementChoices(hours, request, 5)).toEqual([])
  expect(daysAt(now, 'given')).toMatchObject({ promised: localDate(2026, 3, 3), isSameDay: true })
})

test('a portfolio that does not offer it pays out with the batch', () => {
  expect(dayAt('2026-03-03T10:00:00-05:00', 'automatic', some, withoutSameDay)).toBe('2026-03-04')
  expect(openSameDay(withoutSameDay, at('2026-03-03T10:00:00-05:00'))).toBeUndefined()
})

test('the dates to pick begin with the promised one and are banking days', () => {
  const request = { now: at('2026-03-05T10:00:00-05:00'), amount: some, approval: 'automatic' } as const
  expect(disbursementChoices(hours, request, 4).map(formatLocalDate)).toEqual([
    '2026-03-05',
    '2026-03-06',
    '2026-03-09',
    '2026-03-10',
  ])
  expect(() => disbursementChoices(hours, request, 0)).toThrow(
    new AssertionFailure('at least one date is offered'),
  )
})

test.each([
  ['2026-03-03', '2026-03-03T10:00:00-05:00', '2026-03-03T13:00:00-05:00'],
  ['2026-03-04', '2026-03-03T10:00:00-05:00', '2026-03-03T16:30:00-05:00'],
  ['2026-03-09', '2026-03-03T10:00:00-05:00', '2026-03-06T16:30:00-05:00'],
])('a credit for %s, seen at %s, can be changed until %s', (day, now, until) => {
  expect(creditCutOff(hours, parseLocalDate(day) ?? localDate(2000, 1, 1), at(now))).toEqual(at(until))
})

test.each([
  ['2026-03-03T12:59:59-05:00', '2026-03-02T17:00:00-05:00'],
  ['2026-03-03T13:00:00-05:00', '2026-03-03T13:00:00-05:00'],
  ['2026-03-03T17:00:00-05:00', '2026-03-03T17:00:00-05:00'],
  ['2026-03-07T10:00:00-05:00', '2026-03-06T17:00:00-05:00'],
  ['2026-05-25T10:00:00-04:00', '2026-05-22T17:00:00-04:00'],
])('at %s the last cut-off that passed is %s', (now, expected) => {
  expect(lastPassedCutOff(hours, at(now))).toEqual(at(expected))
})

test('without same-day credits only the batch takes days away', () => {
  expect(lastPassedCutOff(withoutSameDay, at('2026-03-03T14:00:00-05:00'))).toEqual(
    at('2026-03-02T17:00:00-05:00'),
  )
})

test('the file goes after its cut-off, in time for its window, and settles at the window’s time (ach.md §4)', () => {
  const tuesday = localDate(2026, 3, 3)
  expect(sameDayClosesAt(hours, tuesday)).toEqual(at('2026-03-03T14:30:00-05:00'))
  expect(openSameDay(hours, at('2026-03-03T14:29:59-05:00'))).toBe(tuesday)
  expect(openSameDay(hours, at('2026-03-03T14:30:00-05:00'))).toBeUndefined()
  expect(openSameDay(hours, at('2026-03-07T10:00:00-05:00'))).toBeUndefined()
  expect(sameDaySettlesAt(hours, tuesday)).toEqual(at('2026-03-03T17:00:00-05:00'))
  expect(sameDayMark(hours.sameDayCredits)).toBe('SD1700')
  const early = { ...hours, cutOff: { sameDay: '13:00', batch: '14:00' } }
  expect(sameDayClosesAt(early, tuesday)).toEqual(at('2026-03-03T14:00:00-05:00'))
})

test.each([
  [{ sameDay: '13:00', batch: '17:00' }, '17:00', 'America/New_York', true],
  [{ sameDay: '14:30', batch: '17:00' }, '17:00', 'America/New_York', false],
  [{ sameDay: '13:00', batch: '17:00' }, '13:00', 'America/New_York', false],
  [{ sameDay: '10:00', batch: '17:00' }, '13:00', 'America/New_York', true],
  [{ sameDay: '13:00', batch: '13:00' }, '18:00', 'America/New_York', false],
  [{ sameDay: '13:00', batch: '17:00' }, '17:00', 'America/Los_Angeles', false],
] as const)('cut-offs %j, settlement %s in %s: in time %s', (cutOff, settlesAt, timeZone, fits) => {
  const asked = { timeZone, cutOff, sameDayCredits: { offered: true, settlesAt } }
  expect(isSameDayInTime(asked)).toBe(fits)
  expect(isSameDayInTime({ ...asked, sameDayCredits: { offered: false, settlesAt } })).toBe(true)
})
