import { describe, expect, test } from 'vitest'
import { BankAccountType } from '../../applications/codes.ts'
import { federalReserveCalendar } from '../../calendar/testing/federal-reserve-calendar.ts'
import { addDays, localDate, type LocalDate } from '../../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import { PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { cents } from '../../money/cents.ts'
import type { BankAccount, BankTransaction } from '../../verification/bank-report.ts'
import { accountOutlook, OUTLOOK_DAYS, withInstallments } from './account-outlook.ts'
import { cashCalendar } from './cash-calendar.ts'
import { knownBills } from './known-bills.ts'

const calendar = federalReserveCalendar()
const asOf = localDate(2026, 3, 16)

const line = (date: LocalDate, amount: bigint, description: string): BankTransaction => ({
  transactionId: `${date} ${description}`,
  date,
  amount: cents(amount),
  description,
})

interface Series {
  readonly from: LocalDate
  readonly everyDays: number
  readonly times: number
}

/** Lines at even steps back from a day, newest last. */
const back = ({ from, everyDays: step, times }: Series, amount: bigint, description: string) =>
  Array.from({ length: times }, (_, at) => line(addDays(from, -step * (times - 1 - at)), amount, description))

const rent = [
  line(localDate(2026, 1, 2), -95_000n, 'HILLSIDE APARTMENTS RENT 0102'),
  line(localDate(2026, 2, 2), -95_000n, 'HILLSIDE APARTMENTS RENT 0202'),
  line(localDate(2026, 3, 2), -96_500n, 'HILLSIDE APARTMENTS RENT 0302'),
]
const pay = back({ from: localDate(2026, 3, 13), everyDays: 14, times: 6 }, 120_000n, 'ACME PAYROLL')

const shopping = [5_000n, 12_000n, 3_000n, 9_000n].map((amount, week) =>
  line(addDays(asOf, -28 + week * 7), -amount, 'GROCER'),
)

describe('known bills (docs/decisions/affordability.md)', () => {
  test('rent in rhythm is a bill at its newest amount, due on its day of the month', () => {
    expect(knownBills(rent, asOf, calendar)).toEqual([
      {
        payee: 'hillside apartments rent',
        amount: 96_500n,
        schedule: { frequency: PayrollFrequency.monthly, day: 1 },
      },
    ])
  })

  test('a weekly and a bi-weekly debit of another lender are bills from their newest day', () => {
    const lines = [
      ...back({ from: localDate(2026, 3, 12), everyDays: 7, times: 4 }, -4_000n, 'QUICK LOAN PMT'),
      ...back({ from: localDate(2026, 3, 6), everyDays: 14, times: 3 }, -8_000n, 'NORTH LENDING'),
    ]
    expect(knownBills(lines, asOf, calendar).map(({ schedule }) => schedule)).toEqual([
      { frequency: PayrollFrequency.biWeekly, anchor: localDate(2026, 3, 6) },
      { frequency: PayrollFrequency.weekly, anchor: localDate(2026, 3, 12) },
    ])
  })

  test.each([
    ['shopping that varies', shopping],
    ['a bill that has ended', back({ from: localDate(2026, 1, 20), everyDays: 7, times: 4 }, -4_000n, 'GYM')],
    ['a single payment', [line(addDays(asOf, -3), -4_000n, 'REPAIR SHOP')]],
    ['transfers to oneself', back({ from: asOf, everyDays: 7, times: 5 }, -4_000n, 'TRANSFER TO SAVINGS')],
    ['pay', pay],
  ])('%s is no known bill', (_name, lines) => {
    expect(knownBills(lines, asOf, calendar)).toEqual([])
  })
})

describe('the days ahead of an account', () => {
  const account: BankAccount = {
    accountId: 'one',
    type: BankAccountType.checking,
    name: 'Checking',
    routingNumber: '123456780',
    accountNumber: '000111222333',
    ownerNames: [],
    open: true,
    balance: cents(30_000n),
    transactions: [...rent, ...pay],
  }
  const outlook = accountOutlook({
    account,
    asOf,
    calendar,
    paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: localDate(2026, 3, 13) },
    rules: { onHoliday: PaydayOnHoliday.previousBusinessDay, availability: PaydayAvailability.sameDay },
  })

  test('paydays, bills and installments in order; money in counts before money out on one day', () => {
    const { events, to } = withInstallments(outlook, [
      { dueDate: localDate(2026, 3, 27), payment: cents(20_000n) },
      { dueDate: localDate(2026, 4, 10), payment: cents(20_000n) },
    ])
    expect(to).toBe(addDays(asOf, OUTLOOK_DAYS))
    expect(events.slice(0, 5).map(({ date, kind, balanceAfter }) => [date, kind, balanceAfter])).toEqual([
      [localDate(2026, 3, 27), 'payday', 150_000n],
      [localDate(2026, 3, 27), 'installment', 130_000n],
      [localDate(2026, 4, 1), 'bill', 33_500n],
      [localDate(2026, 4, 10), 'payday', 153_500n],
      [localDate(2026, 4, 10), 'installment', 133_500n],
    ])
  })

  test('an installment that the balance does not cover is named, and so is the lowest day', () => {
    const tight = withInstallments(outlook, [{ dueDate: localDate(2026, 3, 26), payment: cents(30_001n) }])
    expect(tight.shortfalls.map(({ date, balanceAfter }) => [date, balanceAfter])).toEqual([
      [localDate(2026, 3, 26), -1n],
    ])
    expect(tight.lowest).toEqual({ date: localDate(2026, 3, 26), balance: -1n })
    const moved = withInstallments(outlook, [{ dueDate: localDate(2026, 3, 27), payment: cents(30_001n) }])
    expect(moved.shortfalls).toEqual([])
  })

  test('nothing on or before the report’s day, nor after the horizon, is counted', () => {
    const cashFlows = [asOf, addDays(asOf, 1), addDays(asOf, 61)].map((date) => ({
      date,
      kind: 'bill' as const,
      label: 'x',
      amount: cents(-1n),
    }))
    const { events, lowest } = cashCalendar({
      from: asOf,
      to: addDays(asOf, 60),
      startBalance: cents(0n),
      cashFlows,
    })
    expect(events.map(({ date }) => date)).toEqual([addDays(asOf, 1)])
    expect(lowest.balance).toBe(-1n)
  })
})
