import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { federalReserveCalendar } from './testing/federal-reserve-calendar.ts'
import {
  daysBetween,
  formatLocalDate,
  fromEpochDay,
  isLeapYear,
  lastDayOfMonth,
  type LocalDate,
  localDate,
  parseLocalDate,
} from './local-date.ts'
import { adjustPayday, type PaySchedule, paydaysAfter } from './pay-calendar.ts'
import { PaydayAvailability, PaydayOfMonth, type PaydayOnHoliday } from './payday-rules.ts'
import { PayrollFrequency } from './payroll-frequency.ts'
import examples from './vectors/calendars-examples.json' with { type: 'json' }

const calendar = federalReserveCalendar()

function date(text: unknown): LocalDate {
  const parsed = typeof text === 'string' ? parseLocalDate(text) : undefined
  if (parsed === undefined) throw new Error(`not a date: ${String(text)}`)
  return parsed
}

const monthly = (day: number): PaySchedule => ({ frequency: PayrollFrequency.monthly, day })

interface ExampleInput {
  date?: string
  payday_on_holiday?: number
  year?: number
  month?: number
  a?: string
  b?: string
  after?: string
  days?: number[]
  last?: string
  every_days?: number
  processing_day?: string
}

const adjusted = (nominal: LocalDate, rule: number | undefined): LocalDate =>
  rule === undefined
    ? nominal
    : adjustPayday(
        nominal,
        { onHoliday: rule as PaydayOnHoliday, availability: PaydayAvailability.sameDay },
        calendar,
      )

/** The first coded payday of a month: asked for after the last day of the month before. */
const coded = (input: ExampleInput, day: number): string => {
  const before = fromEpochDay(localDate(input.year ?? 0, input.month ?? 0, 1) - 4)
  const first = paydaysAfter(monthly(day), before, 2, calendar).find(
    (payday) => payday >= localDate(input.year ?? 0, input.month ?? 0, 1),
  )
  return formatLocalDate(first ?? before)
}

function paydays(input: ExampleInput, count: number): string[] {
  const [first = 0, second = 0] = input.days ?? []
  const schedule: PaySchedule =
    input.every_days === 14
      ? { frequency: PayrollFrequency.biWeekly, anchor: date(input.last) }
      : { frequency: PayrollFrequency.semiMonthly, days: [first, second] }
  return paydaysAfter(schedule, date(input.after ?? input.last), count, calendar).map((payday) =>
    formatLocalDate(adjusted(payday, input.payday_on_holiday)),
  )
}

function answerOf(question: string, input: ExampleInput, expected: unknown): unknown {
  if (question.startsWith('Is the Fed open')) return calendar.isBankingDay(date(input.date))
  if (question.startsWith('Last business day')) return coded(input, PaydayOfMonth.lastBusinessDay)
  if (question.startsWith('First business day')) return coded(input, PaydayOfMonth.firstBusinessDay)
  if (question.startsWith('Last calendar day')) {
    return formatLocalDate(lastDayOfMonth(localDate(input.year ?? 0, 2, 1)))
  }
  if (question.startsWith('Leap year')) return isLeapYear(input.year ?? 0)
  if (question.startsWith('Days from')) return daysBetween(date(input.a), date(input.b))
  if (question.startsWith('Standard ACH')) return formatLocalDate(calendar.next(date(input.processing_day)))
  if (Array.isArray(expected)) return paydays(input, expected.length)
  return formatLocalDate(adjusted(date(input.date), input.payday_on_holiday))
}

describe('calendars examples 1-28 (29-34 are with the New York clock)', () => {
  const own = examples.examples.filter(({ n }) => n <= 28)

  test('all are here', () => {
    expect(own).toHaveLength(28)
    expect(examples.examples).toHaveLength(34)
  })

  test.each(own)('$n: $question, $why', ({ question, input, answer }) => {
    expect(answerOf(question, input as ExampleInput, answer)).toEqual(answer)
  })
})

describe('monthly pay', () => {
  const after = localDate(2026, 1, 31)
  test.each([
    [31, ['2026-02-28', '2026-03-31', '2026-04-30']],
    [PaydayOfMonth.lastDay, ['2026-02-28', '2026-03-31', '2026-04-30']],
    [PaydayOfMonth.lastBusinessDay, ['2026-02-27', '2026-03-31', '2026-04-30']],
    [PaydayOfMonth.midMonth, ['2026-02-15', '2026-03-15', '2026-04-15']],
    [PaydayOfMonth.firstBusinessDay, ['2026-02-02', '2026-03-02', '2026-04-01']],
  ])('day %d', (day, expected) => {
    expect(paydaysAfter(monthly(day), after, 3, calendar).map(formatLocalDate)).toEqual(expected)
  })

  test('a day that is no day of the month is a bug', () => {
    expect(() => paydaysAfter(monthly(-2), after, 1, calendar)).toThrow(AssertionFailure)
    expect(() =>
      paydaysAfter({ frequency: PayrollFrequency.semiMonthly, days: [15, -11] }, after, 1, calendar),
    ).toThrow(AssertionFailure)
  })
})

describe('semi-monthly pay', () => {
  test('two days that meet in a short month are one payday', () => {
    const schedule: PaySchedule = { frequency: PayrollFrequency.semiMonthly, days: [30, -1] }
    expect(paydaysAfter(schedule, localDate(2026, 1, 31), 3, calendar).map(formatLocalDate)).toEqual([
      '2026-02-28',
      '2026-03-30',
      '2026-03-31',
    ])
  })
})

describe('every pay calendar', () => {
  const anyDate = fc.integer({ min: localDate(2024, 1, 1), max: localDate(2030, 12, 31) }).map(fromEpochDay)
  const semiMonthlyDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant(-1))
  const anySchedule: fc.Arbitrary<PaySchedule> = fc.oneof(
    anyDate.map((anchor) => ({ frequency: PayrollFrequency.weekly, anchor })),
    anyDate.map((anchor) => ({ frequency: PayrollFrequency.biWeekly, anchor })),
    fc
      .tuple(semiMonthlyDay, semiMonthlyDay)
      .map((days) => ({ frequency: PayrollFrequency.semiMonthly, days })),
    fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1, -11, -12, -13)).map(monthly),
  )

  test('paydays rise, start after the date asked, and do not depend on where one starts', () => {
    fc.assert(
      fc.property(anySchedule, anyDate, (schedule, after) => {
        const days = paydaysAfter(schedule, after, 6, calendar)
        expect(days).toHaveLength(6)
        expect(days.every((day, index) => day > (days[index - 1] ?? after))).toBe(true)
        const [first, ...rest] = days
        expect(paydaysAfter(schedule, first ?? after, 5, calendar)).toEqual(rest)
      }),
      { seed: 17003, numRuns: 500 },
    )
  })

  test('a shifted payday is a banking day on the side the rule says', () => {
    const rule = fc.constantFrom<PaydayOnHoliday>(-1, 1)
    fc.assert(
      fc.property(
        anyDate,
        rule,
        fc.constantFrom<PaydayAvailability>(0, 1),
        (nominal, onHoliday, availability) => {
          const shifted = adjustPayday(nominal, { onHoliday, availability }, calendar)
          expect(calendar.isBankingDay(shifted)).toBe(true)
          if (availability === PaydayAvailability.sameDay)
            expect((shifted - nominal) * onHoliday).toBeGreaterThanOrEqual(0)
          else expect(shifted).toBeGreaterThanOrEqual(nominal)
        },
      ),
      { seed: 17003, numRuns: 500 },
    )
  })
})
