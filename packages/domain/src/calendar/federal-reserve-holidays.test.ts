import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from './testing/federal-reserve-calendar.ts'
import { federalReserveClosings, federalReserveHolidays } from './federal-reserve-holidays.ts'
import { formatLocalDate, localDate } from './local-date.ts'
import published from './vectors/fed-holidays-2024-2030.json' with { type: 'json' }

describe('Federal Reserve holidays (K.8)', () => {
  test.each(Object.entries(published))('the rule gives the published list of %s', (year, holidays) => {
    const computed = federalReserveHolidays(Number(year)).map(({ name, date, closed }) => ({
      name,
      date: formatLocalDate(date),
      fed_closed: closed === undefined ? null : formatLocalDate(closed),
    }))
    expect(computed).toEqual(holidays)
  })

  test('Juneteenth is kept since 2022', () => {
    expect(federalReserveHolidays(2021)).toHaveLength(10)
    expect(federalReserveHolidays(2022)).toHaveLength(11)
  })

  test('closings of several years, Saturdays left out', () => {
    expect(federalReserveClosings(2027, 2028)).toHaveLength(9 + 9)
  })

  test.each([
    [2024, 251],
    [2025, 250],
    [2026, 251],
    [2027, 252],
    [2028, 251],
    [2029, 250],
    [2030, 250],
  ])('%d has %d banking days', (year, count) => {
    const calendar = federalReserveCalendar()
    expect(calendar.countBankingDays(localDate(year - 1, 12, 31), localDate(year, 12, 31))).toBe(count)
  })
})
