import { DAY_MS } from '../time/durations.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import {
  addDays,
  addMonths,
  yearMonthDay,
  dayOfWeek,
  daysBetween,
  daysInMonth,
  formatBankFileDate,
  formatLocalDate,
  formatUsDate,
  fromEpochDay,
  isLeapYear,
  isWeekend,
  lastDayOfMonth,
  localDate,
  parseLocalDate,
} from './local-date.ts'

const anyDate = fc.integer({ min: localDate(1900, 1, 1), max: localDate(2199, 12, 31) }).map(fromEpochDay)
const seed = { seed: 1970, numRuns: 1000 }

describe('days', () => {
  test('day 0 is 1 January 1970', () => {
    expect(localDate(1970, 1, 1)).toBe(0)
  })

  test('agrees with the platform calendar on every property-tested day', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const platform = new Date(date * DAY_MS)
        expect(formatLocalDate(date)).toBe(platform.toISOString().slice(0, 10))
        expect(dayOfWeek(date)).toBe(platform.getUTCDay() + 1)
      }),
      seed,
    )
  })

  test('parts, text and number are the same day', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const { year, month, day } = yearMonthDay(date)
        expect(localDate(year, month, day)).toBe(date)
        expect(parseLocalDate(formatLocalDate(date))).toBe(date)
      }),
      seed,
    )
  })

  test.each([
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '01/02/2026',
    '2026-04-31',
    '',
  ])('refuses %j', (text) => {
    expect(parseLocalDate(text)).toBeUndefined()
  })

  test('a day that does not exist is a bug in code', () => {
    expect(() => localDate(2026, 2, 30)).toThrow(AssertionFailure)
  })
})

describe('display', () => {
  test('people read MM/DD/YYYY, bank files YYMMDD', () => {
    expect(formatUsDate(localDate(2026, 7, 4))).toBe('07/04/2026')
    expect(formatBankFileDate(localDate(2026, 7, 4))).toBe('260704')
  })
})

describe('weeks (product §3: Monday 2 to Friday 6)', () => {
  test.each([
    [localDate(2026, 7, 5), 1],
    [localDate(2026, 7, 6), 2],
    [localDate(2026, 7, 10), 6],
    [localDate(2026, 7, 11), 7],
    [localDate(1969, 12, 31), 4],
  ])('%d is weekday %d', (date, weekday) => {
    expect(dayOfWeek(date)).toBe(weekday)
    expect(isWeekend(date)).toBe(weekday === 1 || weekday === 7)
  })
})

describe('months', () => {
  test('leap years: divisible by 4, centuries only by 400', () => {
    expect([2024, 2026, 2028, 2100, 2000].map(isLeapYear)).toEqual([true, false, true, false, true])
    expect(daysInMonth(2028, 2)).toBe(29)
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-10', 24, '2028-05-10'],
  ])('%s plus %d months is %s', (from, months, to) => {
    const date = parseLocalDate(from)
    expect(date !== undefined && formatLocalDate(addMonths(date, months))).toBe(to)
  })

  test('the last day', () => {
    expect(formatLocalDate(lastDayOfMonth(localDate(2028, 2, 3)))).toBe('2028-02-29')
  })

  test('start excluded, end included', () => {
    expect(daysBetween(localDate(2024, 2, 15), localDate(2024, 3, 15))).toBe(29)
    expect(addDays(localDate(2024, 2, 28), 1)).toBe(localDate(2024, 2, 29))
  })
})
