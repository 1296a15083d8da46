import { expect, test } from 'vitest'
import { BankAccountType } from '../applications/codes.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { addDays, formatLocalDate, localDate, type LocalDate } from '../calendar/local-date.ts'
import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { cents, parseMoney } from '../money/cents.ts'
import { matchAccount } from './account-match.ts'
import type { BankAccount, BankReport, BankTransaction } from './bank-report.ts'
import { summarizeIncome } from './income.ts'
import { counterparty, transactionKind } from './transaction-kind.ts'

const calendar = federalReserveCalendar()
const asOf = localDate(2026, 3, 16)

const line = (date: LocalDate, amount: string, description: string): BankTransaction => ({
  transactionId: `${date}${description}`,
  date,
  amount: parseMoney(amount) ?? cents(0n),
  description,
})

const anAccount = (overrides: Partial<BankAccount> = {}): BankAccount => ({
  accountId: 'A1',
  type: BankAccountType.checking,
  name: 'Checking',
  routingNumber: '123456780',
  accountNumber: '000123456',
  ownerNames: ['ANN SAMPLE'],
  open: true,
  balance: cents(10_000n),
  transactions: [],
  ...overrides,
})

const summaryOf = (transactions: readonly BankTransaction[], balance = 10_000n) =>
  summarizeIncome(aReport([anAccount({ transactions, balance: cents(balance) })]), calendar)

const aReport = (accounts: readonly BankAccount[]): BankReport => ({
  institution: 'Sample Bank',
  asOf,
  accounts,
})

const every = (days: number, times: number, amount: string, description = 'ACME PAYROLL') =>
  Array.from({ length: times }, (_, at) => line(addDays(asOf, -3 - at * days), amount, description))

test('pay every two weeks: average × 26 / 12, rounded down; next paydays follow', () => {
  const summary = summaryOf(every(14, 6, '1000.01'))
  expect(summary).toMatchObject({
    cadence: PayrollFrequency.biWeekly,
    monthlyNetIncome: 216_668n,
    regularity: 100,
    daysSinceLastIncome: 3,
    daysOfHistory: 73,
  })
  expect(summary.nextPaydays.map(formatLocalDate)).toEqual([
    '2026-03-27',
    '2026-04-10',
    '2026-04-24',
    '2026-05-08',
  ])
})

test('pay on the 15th and the last day is semi-monthly, though it looks like fortnights for a while', () => {
  const dates = ['2025-12-31', '2026-01-15', '2026-01-30', '2026-02-13', '2026-02-27', '2026-03-13']
  const transactions = dates.map((text) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
    return line(localDate(year, month, day), '900.00', 'ACME PAYROLL')
  })
  expect(summaryOf(transactions)).toMatchObject({
    cadence: PayrollFrequency.semiMonthly,
    monthlyNetIncome: 180_000n,
  })
})

test('two payers add up; benefits count like wages (12 CFR 1002.6(b)(5))', () => {
  const transactions = [...every(7, 12, '300.00'), ...every(30, 3, '800.00', 'SSA TREAS 310 XXSOC SEC')]
  expect(summaryOf(transactions)).toMatchObject({
    cadence: PayrollFrequency.weekly,
    monthlyNetIncome: 210_000n,
  })
})

test('an income whose next payday has passed by more than half a period has ended (design/domain.md §14)', () => {
  const from = (first: number, times: number, description: string) =>
    Array.from({ length: times }, (_, at) => line(addDays(asOf, -first - at * 14), '700.00', description))
  const changed = [...from(4, 3, 'NEW WORKS LLC PAYROLL'), ...from(46, 4, 'OLD JOB INC PAYROLL')]
  expect(summaryOf(changed)).toMatchObject({ monthlyNetIncome: 151_666n, daysSinceLastIncome: 4 })
  const late = (days: number) => [line(asOf, '-20.00', 'GROCER'), ...from(days, 4, 'SAMPLE WORKS PAYROLL')]
  expect(summaryOf(late(21)).monthlyNetIncome).toBe(151_666n)
  expect(summaryOf(late(22))).toMatchObject({ monthlyNetIncome: 0n, cadence: null, daysSinceLastIncome: 22 })
})

test('transfers, refunds, loan proceeds and one-off deposits are no income', () => {
  const transactions = [
    ...every(14, 6, '500.00', 'TRANSFER FROM SAVINGS'),
    ...every(14, 6, '500.00', 'PURCHASE REFUND'),
    ...every(14, 6, '500.00', 'QUICK LOAN FUNDING'),
    line(addDays(asOf, -9), '5000.00', 'MOBILE DEPOSIT'),
  ]
  expect(summaryOf(transactions)).toMatchObject({
    cadence: null,
    monthlyNetIncome: 0n,
    nextPaydays: [],
    regularity: 0,
  })
})

test('late and uneven deposits lower the regularity', () => {
  const even = every(14, 5, '1000.00')
  const uneven = even.map((one, at) => (at === 1 ? { ...one, amount: cents(40_000n) } : one))
  expect(summaryOf(uneven).regularity).toBe(80)
})

test('balances are counted back day by day: average rounded down, lowest', () => {
  const transactions = [
    line(addDays(asOf, -1), '-150.00', 'RENT'),
    line(addDays(asOf, -3), '1.00', 'INTEREST'),
  ]
  // Ends of days, oldest first: 50.00, 50.00, -100.00, -100.00.
  expect(summaryOf(transactions, -10_000n)).toMatchObject({
    averageBalance: -2_500n,
    lowestBalance: -10_000n,
    overdraftDays: 2,
    behind: {
      balances: {
        from: addDays(asOf, -3),
        to: asOf,
        lowestOn: asOf,
        overdrawnOn: [asOf, addDays(asOf, -1)],
      },
    },
  })
})

test('the lowest balance names its last day, and the last income its deposit, though its payer has ended', () => {
  // Ends of days, newest first: 3000.00, from -5 2700.00, from -10 3400.00, from -74 2400.00, from -88 1400.00.
  const ended = every(14, 3, '1000.00').map((one) => ({ ...one, date: addDays(one.date, -70) }))
  const moved = [line(addDays(asOf, -4), '300.00', 'SHOP REFUND'), line(addDays(asOf, -9), '-700.00', 'RENT')]
  const { behind, sources, lowestBalance } = summaryOf([...ended, ...moved], 300_000n)
  expect(sources).toEqual([])
  expect(lowestBalance).toBe(140_000n)
  expect(behind).toMatchObject({
    lastIncome: { date: addDays(asOf, -73), description: 'ACME PAYROLL' },
    balances: { from: addDays(asOf, -101), to: asOf, lowestOn: addDays(asOf, -88), overdrawnOn: [] },
  })
})

test('without an account there is no day to name', () => {
  expect(summarizeIncome(aReport([]), calendar)).toMatchObject({
    averageBalance: 0n,
    lowestBalance: 0n,
    overdraftDays: 0,
    behind: { balances: undefined, lastIncome: undefined },
  })
})

test('returned items are counted in 30 and 90 days, other lenders by name', () => {
  const fee = (daysAgo: number) => line(addDays(asOf, -daysAgo), '-29.00', `NSF FEE ${daysAgo}`)
  const lender = (daysAgo: number, name: string) =>
    line(addDays(asOf, -daysAgo), '-50.00', `${name} LOAN PMT 4411`)
  const transactions = [
    fee(1),
    fee(29),
    fee(30),
    fee(89),
    fee(90),
    lender(2, 'ALPHA'),
    lender(16, 'ALPHA'),
    lender(9, 'BETA'),
  ]
  expect(summaryOf(transactions)).toMatchObject({
    nsfCount30: 2,
    nsfCount90: 4,
    otherLenders: 2,
    otherLendersMonthly: 15_000n,
  })
})

test('closed and money market accounts are not usable and not read', () => {
  const transactions = every(14, 6, '1000.00')
  const accounts = [
    anAccount({ open: false, transactions }),
    anAccount({ type: BankAccountType.moneyMarket, transactions }),
  ]
  expect(summarizeIncome(aReport(accounts), calendar)).toMatchObject({
    usableAccounts: 0,
    monthlyNetIncome: 0n,
    daysOfHistory: 0,
  })
})

test.each([
  ['same numbers', '123456780', '000123456', 'matched'],
  ['leading zeros left out', '123456780', '123456', 'matched'],
  ['another account', '123456780', '000123457', 'unmatched'],
  ['another bank', '111111118', '000123456', 'unmatched'],
])('domain.md §6, result 1 or 2: %s', (_, routingNumber, accountNumber, result) => {
  const match = matchAccount([anAccount()], { routingNumber, accountNumber })
  expect(match.result).toBe(result)
  expect(match.result === 'matched' ? match.tail : match.tails[0]).toBe('3456')
})

test('a line is read by its words and direction', () => {
  const kind = (amount: string, description: string) => transactionKind(line(asOf, amount, description))
  expect(kind('-29.00', 'NSF FEE')).toBe('nsf')
  expect(kind('29.00', 'NSF FEE REVERSAL')).toBe('refund')
  expect(kind('-80.00', 'BIG CASH ADVANCE')).toBe('lender')
  expect(kind('-80.00', 'GROCER')).toBe('spending')
  expect(kind('80.00', 'ACME PAYROLL')).toBe('deposit')
  expect(counterparty('ACME PAYROLL 03/02 ID:99')).toBe('acme payroll id')
})
