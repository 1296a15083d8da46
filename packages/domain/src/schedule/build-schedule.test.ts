import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import {
  addDays,
  formatLocalDate,
  fromEpochDay,
  type LocalDate,
  localDate,
  parseLocalDate,
} from '../calendar/local-date.ts'
import { adjustPayday } from '../calendar/pay-calendar.ts'
import { PaydayAvailability, type PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PAYROLL_PERIODS, PaymentFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, cents, moneyToWire, parseMoney, sum } from '../money/cents.ts'
import { parseDecimal, type Rational, rational } from '../money/rational.ts'
import { dailyInterest } from './accrual.ts'
import { buildSchedule, ScheduleMethod, type ScheduleTerms } from './build-schedule.ts'
import type { Schedule } from './installment.ts'
import { simpleDailyInstallments, smallestLevelPayment } from './simple-daily.ts'
import published from './vectors/schedules-public.json' with { type: 'json' }

const calendar = federalReserveCalendar()

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the vector file misses a value')
  return value
}
const date = (text: string): LocalDate => must(parseLocalDate(text))
const money = (text: string): Cents => must(parseMoney(text))
const rate = (text: string): Rational => must(parseDecimal(text))

const example = (id: string) => must(published.examples.find((one) => one.id === id))

function termsOf(id: string): ScheduleTerms {
  const { inputs } = example(id)
  const rule = inputs.payday_on_holiday as PaydayOnHoliday | undefined
  const nominal = must(inputs.nominal_dates ?? inputs.payment_dates).map(date)
  return {
    method: rule === undefined ? ScheduleMethod.periodic : ScheduleMethod.simpleDaily,
    principal: money(must(inputs.principal)),
    annualRate: rate(must(inputs.annual_rate)),
    frequency: PaymentFrequency.biWeekly,
    effectiveDate: date(must(inputs.loan_date)),
    dates: nominal.map((nominalDate) => ({
      nominalDate,
      dueDate:
        rule === undefined
          ? nominalDate
          : adjustPayday(
              nominalDate,
              { onHoliday: rule, availability: PaydayAvailability.sameDay },
              calendar,
            ),
    })),
  }
}

const rowsOf = (schedule: Pick<Schedule, 'installments'>, withDays: boolean) =>
  schedule.installments.map((row) => ({
    n: row.number,
    date: formatLocalDate(row.dueDate),
    ...(withDays ? { days: row.days } : {}),
    payment: moneyToWire(row.payment),
    interest: moneyToWire(row.interest),
    principal: moneyToWire(row.principal),
    balance: moneyToWire(row.balanceAfter),
  }))

describe('published schedules, to the cent', () => {
  test.each(['sched-pub-1', 'sched-pub-2', 'sched-pub-3'])('%s', (id) => {
    const { expected } = example(id)
    const schedule = buildSchedule(termsOf(id))
    expect(moneyToWire(schedule.levelPayment)).toBe(expected.level_payment)
    expect(rowsOf(schedule, id !== 'sched-pub-1')).toEqual(expected.rows)
    expect(moneyToWire(schedule.totalOfPayments)).toBe(expected.total_of_payments)
    expect(moneyToWire(schedule.totalInterest)).toBe(expected.total_interest)
  })

  const remaining = (from: number, count: number) => termsOf('sched-pub-2').dates.slice(from, from + count)

  test('sched-pub-5: after a pay-down, the new level payment and the same payment over fewer dates', () => {
    const { expected } = example('sched-pub-5')
    const terms = {
      principal: money('538.30'),
      annualRate: rate('2.60'),
      accruedTo: date('2026-09-01'),
      dates: remaining(4, 8),
    }
    const smaller = smallestLevelPayment(terms)
    expect(rowsOf({ installments: simpleDailyInstallments(terms, smaller) }, true)).toEqual(
      expected.reduce_amount?.rows,
    )
    const shorter = { ...terms, dates: remaining(4, 6) }
    expect(rowsOf({ installments: simpleDailyInstallments(shorter, money('119.54')) }, true)).toEqual(
      expected.reduce_term?.rows,
    )
  })

  test('sched-pub-6: pay off in three', () => {
    const { expected } = example('sched-pub-6')
    const terms = {
      principal: money('520.94'),
      annualRate: rate('2.60'),
      accruedTo: date('2026-09-18'),
      dates: remaining(6, 3),
    }
    const payment = smallestLevelPayment(terms)
    expect(moneyToWire(payment)).toBe(expected.new_payment)
    expect(rowsOf({ installments: simpleDailyInstallments(terms, payment) }, true)).toEqual(expected.rows)
  })
})

describe('every schedule', () => {
  const anyTerms = fc
    .record({
      method: fc.constantFrom<ScheduleMethod>('simpleDaily', 'periodic', 'precomputed'),
      principal: fc.bigInt({ min: 20_000n, max: 500_000n }).map(cents),
      annualRate: fc.bigInt({ min: 0n, max: 400n }).map((percent) => rational(percent, 100n)),
      frequency: fc.constantFrom(PaymentFrequency.weekly, PaymentFrequency.biWeekly),
      effectiveDate: fc.integer({ min: localDate(2024, 1, 1), max: localDate(2029, 1, 1) }).map(fromEpochDay),
      count: fc.integer({ min: 1, max: 26 }),
      firstAfterDays: fc.integer({ min: 7, max: 31 }),
    })
    .map(({ count, firstAfterDays, ...terms }): ScheduleTerms => {
      const first = addDays(terms.effectiveDate, firstAfterDays)
      const dates = Array.from({ length: count }, (_, index) => {
        const nominalDate = addDays(first, index * PAYROLL_PERIODS[terms.frequency].periodDays)
        return { nominalDate, dueDate: calendar.onOrAfter(nominalDate) }
      })
      return { ...terms, dates }
    })
  const settings = { seed: 1026, numRuns: 400 }

  test('repays the principal to the cent, ends at zero, and each payment is interest plus principal', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const schedule = buildSchedule(terms)
        expect(sum(schedule.installments.map(({ principal }) => principal))).toBe(terms.principal)
        expect(schedule.installments.at(-1)?.balanceAfter).toBe(0n)
        expect(schedule.totalOfPayments).toBe(terms.principal + schedule.totalInterest)
        for (const row of schedule.installments) {
          expect(row.payment).toBe(row.interest + row.principal)
          expect(row.interest >= 0n).toBe(true)
        }
      }),
      settings,
    )
  })

  test('simple daily: all but the last are level, the last is not larger, and one cent less would not do', () => {
    fc.assert(
      fc.property(anyTerms, (anyMethod) => {
        const terms = { ...anyMethod, method: ScheduleMethod.simpleDaily }
        const { installments, levelPayment } = buildSchedule(terms)
        const last = installments.at(-1)?.payment ?? 0n
        expect(installments.slice(0, -1).every(({ payment }) => payment === levelPayment)).toBe(true)
        expect(last <= levelPayment).toBe(true)
        const oneLess = cents(levelPayment - 1n)
        const daily = { ...terms, accruedTo: terms.effectiveDate }
        const lastOfLess = simpleDailyInstallments(daily, oneLess).at(-1)?.payment ?? 0n
        expect(lastOfLess > oneLess).toBe(true)
      }),
      settings,
    )
  })

  test('plain numbers and bigints make the same schedule', () => {
    const tooManyDigits = 10n ** 15n
    const widened = ({ numerator, denominator }: Rational) =>
      rational(numerator * tooManyDigits, denominator * tooManyDigits)
    fc.assert(
      fc.property(anyTerms, (anyMethod) => {
        const terms = { ...anyMethod, method: ScheduleMethod.simpleDaily }
        const wide = { ...terms, annualRate: widened(terms.annualRate) }
        expect(buildSchedule(wide)).toEqual(buildSchedule(terms))
      }),
      settings,
    )
  })

  test('of a debt beyond whole numbers every cent is there', () => {
    const principal = cents(2n ** 53n + 1n)
    const annualRate = rational(260n, 100n)
    const effectiveDate = localDate(2026, 1, 5)
    const dates = [14, 28, 42].map((days) => {
      const day = addDays(effectiveDate, days)
      return { nominalDate: day, dueDate: day }
    })
    const { installments, levelPayment } = buildSchedule({
      method: ScheduleMethod.simpleDaily,
      principal,
      annualRate,
      frequency: PaymentFrequency.biWeekly,
      effectiveDate,
      dates,
    })
    expect(sum(installments.map((row) => row.principal))).toBe(principal)
    const before = [principal, ...installments.map(({ balanceAfter }) => balanceAfter)]
    expect(installments.map(({ interest }) => interest)).toEqual(
      installments.map(({ days }, index) => dailyInterest(must(before[index]), annualRate, days)),
    )
    const daily = { principal, annualRate, accruedTo: effectiveDate, dates }
    const oneLess = cents(levelPayment - 1n)
    expect(must(simpleDailyInstallments(daily, oneLess).at(-1)).payment > oneLess).toBe(true)
  })

  test('a payment beyond whole numbers pays all that is owed at once', () => {
    const terms = { ...termsOf('sched-pub-2'), accruedTo: termsOf('sched-pub-2').effectiveDate }
    const [first, second] = simpleDailyInstallments(terms, cents(2n ** 60n + 1n))
    expect(first?.payment).toBe(terms.principal + must(first).interest)
    expect([first?.balanceAfter, second?.payment]).toEqual([0n, 0n])
  })

  test('interest a long first period leaves unpaid waits and is paid first', () => {
    const effectiveDate = localDate(2026, 1, 5)
    const first = addDays(effectiveDate, 31)
    const schedule = buildSchedule({
      method: ScheduleMethod.simpleDaily,
      principal: cents(100_000n),
      annualRate: rational(260n, 100n),
      frequency: PaymentFrequency.weekly,
      effectiveDate,
      dates: Array.from({ length: 26 }, (_, index) => {
        const day = addDays(first, 7 * index)
        return { nominalDate: day, dueDate: day }
      }),
    })
    const [one, two, three] = schedule.installments
    expect([one?.principal, two?.principal]).toEqual([0n, 0n])
    expect(one?.balanceAfter).toBe(100_000n)
    expect((three?.interest ?? 0n) > 0n).toBe(true)
    expect(schedule.installments.at(-1)?.balanceAfter).toBe(0n)
  })

  test('dates that do not rise are a bug', () => {
    const terms = termsOf('sched-pub-2')
    expect(() => buildSchedule({ ...terms, dates: terms.dates.toReversed() })).toThrow(AssertionFailure)
    expect(() => buildSchedule({ ...terms, dates: [] })).toThrow(AssertionFailure)
  })
})

describe('terms of which no schedule follows are a mistake of the caller, and say which', () => {
  const terms: ScheduleTerms = { ...termsOf('sched-pub-2'), method: ScheduleMethod.periodic }
  const [first, second] = [must(terms.dates[0]), must(terms.dates[1])]
  const built = (changed: Partial<ScheduleTerms>) => () => buildSchedule({ ...terms, ...changed })

  test.each([
    ['a loan has principal', { principal: cents(0n) }],
    ['a loan has at least one installment', { dates: [] }],
    ['installments follow the effective date and one another', { dates: [first, first] }],
    ['installments follow the effective date and one another', { dates: [second, first] }],
    ['installments follow the effective date and one another', { effectiveDate: first.dueDate }],
    [
      'the principal is enough for so many installments',
      { principal: cents(1n), annualRate: rational(0n, 1n) },
    ],
  ])('%s', (words, changed) => {
    expect(built(changed)).toThrow(new AssertionFailure(words))
  })

  test('the same of the level payment of simple daily interest', () => {
    const daily = {
      principal: terms.principal,
      annualRate: terms.annualRate,
      accruedTo: terms.effectiveDate,
      dates: [first, second],
    }
    const payment = (changed: Partial<typeof daily>) => () => smallestLevelPayment({ ...daily, ...changed })
    expect(payment({ principal: cents(0n) })).toThrow(new AssertionFailure('a loan has principal'))
    expect(payment({ dates: [] })).toThrow(new AssertionFailure('a loan has at least one installment'))
    expect(payment({ dates: [second, first] })).toThrow(new AssertionFailure('interest accrues forwards'))
  })

  test('of a periodic loan the last payment takes the rounding, of a precomputed one the first charge', () => {
    const paymentsOf = (method: ScheduleMethod) =>
      new Set(buildSchedule({ ...terms, method }).installments.map(({ payment }) => payment)).size
    expect([paymentsOf('periodic'), paymentsOf('precomputed')]).toEqual([2, 1])
  })
})
