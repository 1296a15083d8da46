import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { expect, test } from 'vitest'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { formatLocalDate, localDate } from '../calendar/local-date.ts'
import { typedPaydays } from './typed-pay.ts'

const calendar = federalReserveCalendar()
const next = (said: Readonly<Record<string, unknown>>, after = localDate(2026, 11, 26)) =>
  typedPaydays(said, after, 2, calendar).map(formatLocalDate)

test.each([
  [
    'every Friday',
    { payrollFrequency: String(PayrollFrequency.weekly), paydayOfWeek: '6' },
    ['2026-11-27', '2026-12-04'],
  ],
  [
    'every two weeks',
    { payrollFrequency: String(PayrollFrequency.biWeekly), lastPayday: '2026-11-20' },
    ['2026-12-04', '2026-12-18'],
  ],
  [
    'on the 1st and the last day, a Sunday and a Monday',
    {
      payrollFrequency: String(PayrollFrequency.semiMonthly),
      firstSemiMonthlyDay: '1',
      secondSemiMonthlyDay: '-1',
    },
    ['2026-11-30', '2026-12-01'],
  ],
  [
    'on the last business day',
    { payrollFrequency: String(PayrollFrequency.monthly), monthlyDay: '-11' },
    ['2026-11-30', '2026-12-31'],
  ],
])('paid %s, the next paydays are as said', (_, said, paydays) => {
  expect(next(said)).toEqual(paydays)
})

test('a payday on a bank holiday moves as the borrower says, and forward while they have not said', () => {
  const said = { payrollFrequency: String(PayrollFrequency.biWeekly), lastPayday: '2026-12-11' }
  const afterChristmas = localDate(2026, 12, 20)
  expect(next(said, afterChristmas)).toEqual(['2026-12-28', '2027-01-08'])
  expect(next({ ...said, paydayOnHoliday: '-1' }, afterChristmas)).toEqual(['2026-12-24', '2027-01-08'])
  expect(next({ ...said, paydayOnHoliday: '1' }, afterChristmas)).toEqual(['2026-12-28', '2027-01-08'])
})

test.each([
  {},
  { payrollFrequency: '' },
  { payrollFrequency: String(PayrollFrequency.weekly) },
  { payrollFrequency: String(PayrollFrequency.weekly), paydayOfWeek: '9' },
  { payrollFrequency: String(PayrollFrequency.biWeekly), lastPayday: '11/' },
  { payrollFrequency: String(PayrollFrequency.biWeekly), lastPayday: null },
  { payrollFrequency: String(PayrollFrequency.semiMonthly), firstSemiMonthlyDay: '1' },
  {
    payrollFrequency: String(PayrollFrequency.semiMonthly),
    firstSemiMonthlyDay: '1',
    secondSemiMonthlyDay: '40',
  },
  { payrollFrequency: String(PayrollFrequency.monthly), monthlyDay: '0' },
])('answers that are not whole have no paydays: %j', (said) => {
  expect(next(said)).toEqual([])
})
