import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { addDays, type LocalDate, localDate, parseLocalDate } from '../calendar/local-date.ts'
import { determineUnitPeriod, type UnitPeriod, unitPeriodsPerYear, wholeMonths } from './unit-period.ts'
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

  const START = localDate(2026, 6, 23)
  /** One advance, and payments so many days after one another. */
  const ofGaps = (...gaps: number[]): UnitPeriod => {
    let day = START
    return determineUnitPeriod(
      [START],
      gaps.map((gap) => (day = addDays(day, gap))),
    )
  }

  test.each([[7, 7, 14, 14] as const, [14, 14, 7, 7] as const])(
    'equally frequent: the shorter (b)(4)(i)(A): %s, %s, %s, %s days',
    (...gaps) => {
      expect(ofGaps(...gaps)).toEqual({ base: 'week', multiple: 1 })
    },
  )

  test.each<[string, number[], UnitPeriod]>([
    ['24 days', [17, 14], { base: 'semimonth' }],
    ['14 days', [7, 14, 21], { base: 'week', multiple: 2 }],
    ['21 days', [14, 28], { base: 'week', multiple: 3 }],
    ['11 days', [10, 11, 13], { base: 'week', multiple: 2 }],
    ['60 days', [50, 70], { base: 'month', multiple: 2 }],
    ['360 days, and twelve months are a year', [350, 370], { base: 'week', multiple: 51 }],
    ['between 14 and 15 days: the shorter', [10, 19], { base: 'week', multiple: 2 }],
    ['between 56 and 60 days: the shorter', [50, 66], { base: 'week', multiple: 8 }],
  ])(
    'none occurs twice: the average, rounded to a standard interval (b)(4)(i)(B): %s',
    (_, gaps, expected) => {
      expect(ofGaps(...gaps)).toEqual(expected)
    },
  )

  test('months of different lengths are intervals of their own', () => {
    const payments = dates('2026-07-10', '2026-09-10', '2026-12-10')
    expect(determineUnitPeriod(dates('2026-06-10'), payments)).toEqual({ base: 'month', multiple: 2 })
  })

  test('periods of more than a year count as years', () => {
    expect(ofGaps(400, 450, 10, 11)).toEqual({ base: 'year' })
  })

  test('two payments on one day are no period', () => {
    const payments = dates('2026-07-10', '2026-07-10', '2026-07-24', '2026-07-24', '2026-08-07')
    expect(determineUnitPeriod([START], payments)).toEqual({ base: 'week', multiple: 2 })
  })

  test.each<[string, string[], UnitPeriod]>([
    ['12 and 19 days', ['07-03', '07-15', '08-03', '08-15', '09-03'], { base: 'semimonth' }],
    ['19 and 12 days', ['07-15', '08-03', '08-15', '09-03'], { base: 'semimonth' }],
    ['11 and 20 days', ['07-02', '07-13', '08-02', '08-13', '09-02'], { base: 'day' }],
    ['20 and 11 days', ['07-13', '08-02', '08-13', '09-02'], { base: 'day' }],
  ])('halves of a month have 12 to 19 days: %s', (_, payments, expected) => {
    const days = payments.map((day) => `2026-${day}`)
    expect(determineUnitPeriod(dates('2026-06-30'), dates(...days))).toEqual(expected)
  })

  test('the order in which dates are named does not matter', () => {
    const payments = dates('2026-07-10', '2026-07-24', '2026-08-07', '2026-08-14')
    expect(determineUnitPeriod([START], payments)).toEqual({ base: 'week', multiple: 2 })
    expect(determineUnitPeriod([START], payments.toReversed())).toEqual({ base: 'week', multiple: 2 })
  })

  test('the period that opens the term counts once, also where two advances open it (b)(3)', () => {
    expect(ofGaps(14, 14, 28)).toEqual({ base: 'week', multiple: 2 })
    const advances = [START, addDays(START, 14)]
    const payments = [addDays(START, 42), addDays(START, 70)]
    expect(determineUnitPeriod(advances, payments)).toEqual({ base: 'week', multiple: 3 })
    expect(determineUnitPeriod(advances, [addDays(START, 28)])).toEqual({ base: 'week', multiple: 2 })
  })

  test('credit without an advance or a payment, or paid before it is given, is a bug', () => {
    const missing = new AssertionFailure('credit has an advance and a payment')
    expect(() => determineUnitPeriod([], [START])).toThrow(missing)
    expect(() => determineUnitPeriod([START], [])).toThrow(missing)
    const early = new AssertionFailure('the payment follows the advance')
    expect(() => determineUnitPeriod([START], [START])).toThrow(early)
    expect(() => determineUnitPeriod([START], [addDays(START, -1)])).toThrow(early)
  })

  test.each([
    ['2027-01-31', '2027-02-28', 1],
    ['2027-01-30', '2027-02-28', 1],
    ['2027-02-28', '2027-03-30', 1],
    ['2027-02-28', '2027-03-31', 1],
    ['2027-02-28', '2027-03-28', 1],
    ['2027-04-30', '2027-05-31', 1],
    ['2026-11-15', '2027-02-15', 3],
    ['2027-01-15', '2029-01-15', 24],
    ['2027-01-15', '2027-02-14', undefined],
    ['2027-01-15', '2027-02-16', undefined],
    ['2027-01-01', '2027-01-29', undefined],
    ['2027-01-15', '2027-01-15', undefined],
    ['2027-03-15', '2027-02-15', undefined],
  ])('whole months from %s to %s: %s', (from, to, expected) => {
    expect(wholeMonths(date(from), date(to))).toBe(expected)
  })

  test.each([
    ['2026-01-15', '2026-07-15', { base: 'termInMonths', months: 6 }],
    ['2026-07-20', '2026-12-31', { base: 'termInDays', days: 164 }],
    ['2026-01-15', '2027-01-15', { base: 'year' }],
    ['2026-01-15', '2028-02-20', { base: 'year' }],
    ['2027-03-15', '2028-03-14', { base: 'termInDays', days: 365 }],
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

  test('one payment on a last day is no series of last days', () => {
    expect(unitPeriodPosition(month, date('2027-01-30'), dates('2027-02-28'), 0)).toEqual({
      full: 0,
      fraction: { numerator: 29n, denominator: 30n },
    })
  })

  test('a position before the term, or of a date that is not there, is a bug', () => {
    const failure = new AssertionFailure('money moves within the term')
    expect(() => unitPeriodPosition(month, date('2027-01-30'), dates('2027-01-29'), 0)).toThrow(failure)
    expect(() => unitPeriodPosition(month, date('2027-01-30'), dates('2027-01-31'), 1)).toThrow(failure)
    expect(unitPeriodPosition(month, date('2027-01-30'), dates('2027-01-30'), 0)).toMatchObject({ full: 0 })
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
