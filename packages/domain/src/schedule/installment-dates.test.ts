import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { daysBetween, formatLocalDate, fromEpochDay, localDate } from '../calendar/local-date.ts'
import type { PaySchedule } from '../calendar/pay-calendar.ts'
import { PaydayAvailability, PaydayOfMonth, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { datesFrom, firstDates, type InstallmentDateTerms } from './installment-dates.ts'
import { installmentDates } from './testing/installment-dates.ts'

const terms: InstallmentDateTerms = {
  paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: localDate(2026, 10, 30) },
  rules: { onHoliday: PaydayOnHoliday.nextBusinessDay, availability: PaydayAvailability.sameDay },
  frequency: PaymentFrequency.biWeekly,
  count: 4,
  effectiveDate: localDate(2026, 11, 9),
  firstDueAfterDays: { minimum: 7, maximum: 31 },
  calendar: federalReserveCalendar(),
}

const dates = (overrides: Partial<InstallmentDateTerms>) =>
  installmentDates({ ...terms, ...overrides }).map(
    ({ nominalDate, dueDate }) => `${formatLocalDate(nominalDate)} ${formatLocalDate(dueDate)}`,
  )

describe('installment dates (domain §7)', () => {
  test('the first payday at least seven days after effective; Christmas moves one date and no other', () => {
    expect(dates({})).toEqual([
      '2026-11-27 2026-11-27',
      '2026-12-11 2026-12-11',
      '2026-12-25 2026-12-28',
      '2027-01-08 2027-01-08',
    ])
  })

  test('a payday exactly seven days after effective is far enough', () => {
    expect(dates({ effectiveDate: localDate(2026, 11, 20), count: 1 })).toEqual(['2026-11-27 2026-11-27'])
  })

  test('a payday that the holiday rule pulls below the minimum is passed over', () => {
    const rules = { ...terms.rules, onHoliday: PaydayOnHoliday.previousBusinessDay }
    expect(dates({ rules, effectiveDate: localDate(2026, 12, 18), count: 1 })).toEqual([
      '2027-01-08 2027-01-08',
    ])
  })

  test('pay that can be used the next business day shifts every date, regular ones included', () => {
    const rules = { ...terms.rules, availability: PaydayAvailability.nextBusinessDay }
    expect(dates({ rules, count: 2 })).toEqual(['2026-11-30 2026-11-30', '2026-12-14 2026-12-14'])
  })

  test('weekly from a weekly payday', () => {
    const paySchedule: PaySchedule = { frequency: PayrollFrequency.weekly, anchor: localDate(2026, 10, 30) }
    expect(dates({ paySchedule, frequency: PaymentFrequency.weekly, count: 2 })).toEqual([
      '2026-11-20 2026-11-20',
      '2026-11-27 2026-11-27',
    ])
  })

  test('a monthly payday beyond the maximum: whole periods are taken off, so that the series meets it', () => {
    const paySchedule: PaySchedule = { frequency: PayrollFrequency.monthly, day: PaydayOfMonth.lastDay }
    expect(dates({ paySchedule, effectiveDate: localDate(2026, 5, 26), count: 3 })).toEqual([
      '2026-06-16 2026-06-16',
      '2026-06-30 2026-06-30',
      '2026-07-14 2026-07-14',
    ])
  })

  test('every first date is within the window and every date a banking day, for all pay calendars', () => {
    const anyDate = fc.integer({ min: localDate(2024, 1, 1), max: localDate(2030, 1, 1) }).map(fromEpochDay)
    const anySchedule: fc.Arbitrary<PaySchedule> = fc.oneof(
      anyDate.map((anchor) => ({ frequency: PayrollFrequency.weekly, anchor })),
      anyDate.map((anchor) => ({ frequency: PayrollFrequency.biWeekly, anchor })),
      fc
        .tuple(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1, 15, 30))
        .map((days) => ({ frequency: PayrollFrequency.semiMonthly, days })),
      fc
        .oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1, -11, -12, -13))
        .map((day) => ({ frequency: PayrollFrequency.monthly, day })),
    )
    const anyTerms = fc.record({
      paySchedule: anySchedule,
      rules: fc.record({
        onHoliday: fc.constantFrom(PaydayOnHoliday.previousBusinessDay, PaydayOnHoliday.nextBusinessDay),
        availability: fc.constantFrom(PaydayAvailability.sameDay, PaydayAvailability.nextBusinessDay),
      }),
      frequency: fc.constantFrom(PaymentFrequency.weekly, PaymentFrequency.biWeekly),
      effectiveDate: anyDate,
      count: fc.integer({ min: 1, max: 26 }),
    })
    fc.assert(
      fc.property(anyTerms, (some) => {
        const series = installmentDates({ ...terms, ...some })
        const firstAfter = daysBetween(some.effectiveDate, series[0]?.dueDate ?? some.effectiveDate)
        expect(firstAfter).toBeGreaterThanOrEqual(7)
        expect(firstAfter).toBeLessThanOrEqual(31)
        expect(series).toHaveLength(some.count)
        expect(series.every(({ dueDate }) => terms.calendar.isBankingDay(dueDate))).toBe(true)
        expect(
          series.every(({ dueDate }, index) => dueDate > (series[index - 1]?.dueDate ?? some.effectiveDate)),
        ).toBe(true)
      }),
      { seed: 17000, numRuns: 500 },
    )
  })
})

describe('a monthly payday 36 days after effective, and steps of 14 days', () => {
  const monthEnd: PaySchedule = { frequency: PayrollFrequency.monthly, day: PaydayOfMonth.lastDay }
  const first = (minimum: number, maximum: number) =>
    dates({
      paySchedule: monthEnd,
      effectiveDate: localDate(2026, 11, 25),
      firstDueAfterDays: { minimum, maximum },
      count: 1,
    }).map((line) => line.slice(-10))

  test.each([
    ['a step is taken off', 7, 31, '2026-12-17'],
    ['a day that is the maximum itself stays', 7, 22, '2026-12-17'],
    ['as many steps as it needs, down to the minimum itself', 8, 15, '2026-12-03'],
    ['but never below the minimum, even if it stays beyond the maximum', 10, 15, '2026-12-17'],
  ])('%s', (_, minimum, maximum, expected) => {
    expect(first(minimum, maximum)).toEqual([expected])
  })
})

describe('the paydays that may be the first', () => {
  const found = (maximum: number) =>
    firstDates({ ...terms, firstDueAfterDays: { minimum: 7, maximum } }).map(
      ({ payday, dueDate }) => `${formatLocalDate(payday)} ${formatLocalDate(dueDate)}`,
    )

  test('all that are due within the days after effective, the last of them included', () => {
    expect(found(31)).toEqual(['2026-11-27 2026-11-27'])
    expect(found(32)).toEqual(['2026-11-27 2026-11-27', '2026-12-11 2026-12-11'])
  })

  test('it is the day on which it is due that counts: Christmas moves one out of reach', () => {
    expect(found(48)).toHaveLength(2)
    expect(found(49)).toEqual(['2026-11-27 2026-11-27', '2026-12-11 2026-12-11', '2026-12-25 2026-12-28'])
  })
})

test('a loan without an installment has no dates', () => {
  expect(() => installmentDates({ ...terms, count: 0 })).toThrow('a loan has at least one installment')
  expect(() => datesFrom(localDate(2026, 11, 27), { ...terms, count: 0 })).toThrow(
    'a loan has at least one installment',
  )
})
