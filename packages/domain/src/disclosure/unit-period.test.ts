import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate, localDate, parseLocalDate } from '../calendar/local-date.ts'
import { determineUnitPeriod, unitPeriodsPerYear } from './unit-period.ts'
import { unitPeriodPosition } from './unit-period-position.ts'

function date(text: string): LocalDate {
  const parsed = parseLocalDate(text)
  if (parsed === undefined) throw new Error(`not a date: ${text}`)
  return parsed
}
const dates = (...texts: string[]): LocalDate[] => texts.map(date)

describe('unit-period (Appendix J (b)(4))', () => {
  test.each([
    ['weekly', ['2026-07-10', '2026-07-17', '2026-07-24', '2026-07-31'], { base: 'week', multiple: 1 }],
    ['bi-weekly', ['2026-07-10', '2026-07-24', '2026-08-07'], { base: 'week', multiple: 2 }],
    ['15th and last day', ['2026-07-15', '2026-07-31', '2026-08-15', '2026-08-31'], { base: 'semimonth' }],
    [
      '1st and 15th',
      ['2027-02-01', '2027-02-15', '2027-03-01', '2027-03-15', '2027-04-01'],
      { base: 'semimonth' },
    ],
    ['monthly', ['2026-08-10', '2026-09-10', '2026-10-10'], { base: 'month', multiple: 1 }],
    ['monthly over February', ['2027-02-01', '2027-03-01', '2027-04-01'], { base: 'month', multiple: 1 }],
    ['month ends', ['2027-01-31', '2027-02-28', '2027-03-31'], { base: 'month', multiple: 1 }],
    ['quarterly', ['2026-10-10', '2027-01-10', '2027-04-10'], { base: 'month', multiple: 3 }],
    ['yearly', ['2027-07-01', '2028-07-01', '2029-07-01'], { base: 'year' }],
    ['every ten days', ['2026-07-10', '2026-07-20', '2026-07-30', '2026-08-09'], { base: 'day' }],
  ])('the period that occurs most often: %s', (_, payments, expected) => {
    expect(determineUnitPeriod(dates('2026-06-23'), dates(...payments))).toEqual(expected)
  })

  test('equally frequent: the shorter (b)(4)(i)(A)', () => {
    const start = localDate(2026, 6, 23)
    const payments = [7, 14, 28, 42].map((days) => addDays(start, days))
    expect(determineUnitPeriod([start], payments)).toEqual({ base: 'week', multiple: 1 })
  })

  test('none occurs twice: the average, rounded to the nearest standard interval (b)(4)(i)(B)', () => {
    const start = localDate(2026, 6, 23)
    const payments = [17, 31].map((days) => addDays(start, days))
    expect(determineUnitPeriod([start], payments)).toEqual({ base: 'semimonth' })
  })

  test.each([
    ['2026-01-15', '2026-07-15', { base: 'termInMonths', months: 6 }],
    ['2026-07-20', '2026-12-31', { base: 'termInDays', days: 164 }],
    ['2026-01-15', '2027-01-15', { base: 'year' }],
    ['2026-01-15', '2028-02-20', { base: 'year' }],
  ])('one advance, one payment: the term, at most a year (%s to %s)', (advance, payment, expected) => {
    expect(determineUnitPeriod(dates(advance), dates(payment))).toEqual(expected)
  })

  test.each([
    [{ base: 'week', multiple: 2 } as const, 26n, 1n],
    [{ base: 'week', multiple: 1 } as const, 52n, 1n],
    [{ base: 'day' } as const, 365n, 1n],
    [{ base: 'month', multiple: 12 } as const, 1n, 1n],
  ])('unit-periods per year: %o', (unitPeriod, numerator, denominator) => {
    const { numerator: n, denominator: d } = unitPeriodsPerYear(unitPeriod)
    expect(n * denominator).toBe(numerator * d)
  })
})

describe('positions (Appendix J (b)(5))', () => {
  const month = { base: 'month', multiple: 1 } as const

  test('months are counted back, leftover days lie at the beginning and count 1/30', () => {
    const position = unitPeriodPosition(month, date('1978-03-03'), dates('1980-02-01'), 0)
    expect(position).toEqual({ full: 22, fraction: { numerator: 29n, denominator: 30n } })
  })

  test('payments on the 30th keep their day over February', () => {
    const payments = dates('2027-01-30', '2027-02-28', '2027-03-30')
    expect(
      payments.map((_, index) => unitPeriodPosition(month, date('2026-12-25'), payments, index)),
    ).toEqual([
      { full: 1, fraction: { numerator: 5n, denominator: 30n } },
      { full: 2, fraction: { numerator: 5n, denominator: 30n } },
      { full: 3, fraction: { numerator: 5n, denominator: 30n } },
    ])
  })

  test('last days are measured last day to last day', () => {
    const payments = dates('2026-07-31', '2026-10-31', '2027-01-31', '2027-04-30')
    const quarter = { base: 'month', multiple: 3 } as const
    expect(
      payments.map((_, index) => unitPeriodPosition(quarter, date('2026-04-27'), payments, index).full),
    ).toEqual([1, 2, 3, 4])
  })

  test.each([
    ['2027-01-15', 0, 6n, 12n],
    ['2027-07-15', 1, 0n, 12n],
    ['2027-07-25', 1, 10n, 365n],
  ])('a year: whole months 1/12, other days 1/365 (%s)', (payment, full, numerator, denominator) => {
    expect(unitPeriodPosition({ base: 'year' }, date('2026-07-15'), dates(payment), 0)).toEqual({
      full,
      fraction: { numerator, denominator },
    })
  })
})
