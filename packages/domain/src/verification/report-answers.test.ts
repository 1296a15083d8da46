import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { expect, test } from 'vitest'
import { BankAccountType, PayrollType } from '../applications/codes.ts'
import { addDays, localDate, type LocalDate } from '../calendar/local-date.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { type Cents, cents, parseMoney } from '../money/cents.ts'
import type { BankAccount, BankTransaction } from './bank-report.ts'
import { summarizeIncome } from './income.ts'
import { fillFromReport, payerName, reopenedAnswers, reportAnswers } from './report-answers.ts'

const calendar = federalReserveCalendar()
const asOf = localDate(2026, 3, 16)

const money = (text: string): Cents => parseMoney(text) ?? cents(0n)

const paid = (dates: readonly LocalDate[], amount: string, description = 'SAMPLE FOODS PAYROLL') =>
  dates.map((date) => ({
    transactionId: `${date}${description}`,
    date,
    amount: money(amount),
    description,
  }))

const every = (days: number, times: number, last: LocalDate = localDate(2026, 3, 13)) =>
  Array.from({ length: times }, (_, at) => addDays(last, (at + 1 - times) * days))

const anAccount = (overrides: Partial<BankAccount> = {}): BankAccount => ({
  accountId: 'A1',
  type: BankAccountType.checking,
  name: 'Checking',
  routingNumber: '123456780',
  accountNumber: '000999882333',
  ownerNames: ['ANN SAMPLE'],
  open: true,
  balance: cents(10_000n),
  transactions: [],
  ...overrides,
})

const answersOf = (accounts: readonly BankAccount[]) => {
  const report = { institution: 'Sample Bank', asOf, accounts }
  return reportAnswers(report, summarizeIncome(report, calendar), calendar)
}
const employmentOf = (transactions: readonly BankTransaction[]) =>
  answersOf([anAccount({ transactions })]).employment

test('wages every two weeks give payer, income, last payday and account', () => {
  const transactions = paid(every(14, 6), '1420.00')
  expect(answersOf([anAccount({ transactions })])).toEqual({
    employment: {
      incomeType: '7002',
      monthlyNetIncome: '3076.66',
      payrollType: String(PayrollType.directDeposit),
      employerName: 'Sample Foods',
      payrollFrequency: String(PayrollFrequency.biWeekly),
      lastPayday: '2026-03-13',
      paydayOnHoliday: '1',
      paydayAvailability: '0',
    },
    bank: { bankRoutingNo: '123456780', bankAccountNo: '000999882333', bankAccountType: '3001' },
  })
})

test('pay moved by a holiday leaves the rule as it is, and shows which way pay moves', () => {
  // Monday, February 16, 2026 is a holiday: that week's pay came on Friday, February 13.
  const mondays = every(7, 8, localDate(2026, 3, 9))
  const moved = mondays.map((date) => (date === localDate(2026, 2, 16) ? localDate(2026, 2, 13) : date))
  const onHoliday = (dates: readonly LocalDate[]) => employmentOf(paid(dates, '500.00'))
  expect(onHoliday(moved)).toMatchObject({ paydayOfWeek: '2', paydayOnHoliday: '-1' })
  const later = mondays.map((date) => (date === localDate(2026, 2, 16) ? localDate(2026, 2, 17) : date))
  expect(onHoliday(later)).toMatchObject({ paydayOfWeek: '2', paydayOnHoliday: '1' })
})

test('the rule is kept where the newest pay is the one that was moved', () => {
  // Friday, December 25, 2026 is a holiday.
  const last = localDate(2026, 12, 24)
  const dates = [...every(7, 5, localDate(2026, 12, 18)), last]
  const report = {
    institution: 'Sample Bank',
    asOf: last,
    accounts: [anAccount({ transactions: paid(dates, '500.00') })],
  }
  const { employment } = reportAnswers(report, summarizeIncome(report, calendar), calendar)
  expect(employment).toMatchObject({
    payrollFrequency: String(PayrollFrequency.weekly),
    paydayOfWeek: '6',
    paydayOnHoliday: '-1',
  })
})

test('the 15th and the last day are given in the order of the month', () => {
  const dates = [
    [2025, 11, 28],
    [2025, 12, 15],
    [2025, 12, 31],
    [2026, 1, 15],
    [2026, 1, 30],
    [2026, 2, 13],
    [2026, 2, 27],
    [2026, 3, 13],
  ] as const
  const transactions = paid(
    dates.map(([year, month, day]) => localDate(year, month, day)),
    '900.00',
  )
  expect(employmentOf(transactions)).toMatchObject({
    payrollFrequency: String(PayrollFrequency.semiMonthly),
    firstSemiMonthlyDay: '15',
    secondSemiMonthlyDay: '-1',
  })
})

test('a benefit names no employer (12 CFR 1002.6(b)(5))', () => {
  const dates = [localDate(2026, 1, 14), localDate(2026, 2, 11), localDate(2026, 3, 11)]
  const { incomeType, employerName } = employmentOf(paid(dates, '1100.00', 'SSA TREAS 310 XXSOC SEC'))
  expect([incomeType, employerName]).toEqual(['7001', undefined])
})

test('two payers: the larger one is named, both count', () => {
  const side = paid(every(14, 6, localDate(2026, 3, 6)), '200.00', 'OTHER WORKS PAYROLL')
  const given = employmentOf([...paid(every(14, 6), '1420.00'), ...side])
  expect(given).toMatchObject({ employerName: 'Sample Foods', monthlyNetIncome: '3509.99' })
})

test('irregular paydays give the income and leave the paydays to be answered', () => {
  const gaps = [0, 11, 29, 40, 58, 69]
  const dates = gaps.map((gap) => addDays(localDate(2026, 1, 5), gap))
  const given = employmentOf(paid(dates, '700.00'))
  expect(given['monthlyNetIncome']).toBeDefined()
  expect(given['payrollFrequency']).toBeUndefined()
  expect(given['lastPayday']).toBeUndefined()
})

test('without income, only the account is given, and only where there is one', () => {
  const spare = anAccount({ accountId: 'A2', type: BankAccountType.savings, accountNumber: '000111' })
  expect(answersOf([anAccount()])).toMatchObject({ employment: {}, bank: { bankAccountNo: '000999882333' } })
  expect(answersOf([anAccount(), spare])).toEqual({ employment: {}, bank: {} })
  const transactions = paid(every(14, 6), '1420.00')
  const both = answersOf([spare, anAccount({ transactions })])
  expect(both.bank['bankAccountNo']).toBe('000999882333')
})

test('no number that the borrower does not know: a token, or none at all', () => {
  const transactions = paid(every(14, 6), '1420.00')
  expect(answersOf([anAccount({ transactions, tokenMask: '2333' })]).bank).toEqual({})
  expect(answersOf([anAccount({ transactions, routingNumber: '' })])).toEqual({ employment: {}, bank: {} })
})

test('a person who read another rhythm in a statement leaves the payer and the paydays open', () => {
  const report = {
    institution: 'Sample Bank',
    asOf,
    accounts: [anAccount({ transactions: paid(every(14, 6), '1420.00') })],
  }
  const summary = { ...summarizeIncome(report, calendar), cadence: null }
  expect(reportAnswers(report, summary, calendar).employment).toEqual({})
})

test('a payer is written as people write it', () => {
  expect(payerName('sample works inc')).toBe('Sample Works Inc')
  expect(payerName('acme payroll direct')).toBe('Acme')
  expect(payerName('payroll')).toBe('Payroll')
})

test('a report read again replaces what the first one gave, never what the borrower answered', () => {
  const known = {
    employerName: 'Old Works',
    payrollFrequency: String(PayrollFrequency.weekly),
    paydayOfWeek: '6',
    jobType: '1000',
  }
  const first = {
    employerName: 'Sample Foods',
    payrollFrequency: String(PayrollFrequency.biWeekly),
    lastPayday: '2026-03-13',
  }
  expect(fillFromReport(known, first, {})).toEqual({
    answers: { ...first, jobType: '1000' },
    fromReport: ['employerName', 'payrollFrequency', 'lastPayday'],
  })
  const answered = { employerName: 'My Works', jobTitle: null }
  const second = { ...first, employerName: 'Other Foods', lastPayday: '2026-03-20' }
  expect(fillFromReport(known, second, answered)).toEqual({
    answers: { ...second, employerName: 'My Works', jobType: '1000' },
    fromReport: ['payrollFrequency', 'lastPayday'],
  })
})

test('paydays of two sources are never mixed', () => {
  const report = {
    employerName: 'Sample Foods',
    payrollFrequency: String(PayrollFrequency.biWeekly),
    lastPayday: '2026-03-13',
  }
  const answered = { payrollFrequency: String(PayrollFrequency.weekly), paydayOfWeek: '2' }
  expect(fillFromReport({ lastPayday: '2025-01-03' }, report, answered)).toEqual({
    answers: { employerName: 'Sample Foods', ...answered },
    fromReport: ['employerName'],
  })
  expect(fillFromReport({ lastPayday: '2025-01-03' }, {}, {}).answers).toEqual({ lastPayday: '2025-01-03' })
})

test('a section confirmed as the bank gave it is confirmed anew where another report gives something else', () => {
  const first = { bankRoutingNo: '123456780', bankAccountNo: '000999882333', bankAccountType: '3001' }
  const second = { ...first, bankAccountNo: '000999887777' }
  const nickname = { nickname: 'Household' }
  expect(reopenedAnswers({ ...first, ...nickname }, first, second)).toEqual(nickname)
  expect(reopenedAnswers(first, first, first)).toBeUndefined()
  // The borrower named another account than the first report had.
  expect(reopenedAnswers({ ...first, bankAccountNo: '42' }, first, second)).toBeUndefined()
  // The newer report gives no numbers, or the first gave none: what was confirmed was typed.
  expect(reopenedAnswers(first, first, {})).toBeUndefined()
  expect(reopenedAnswers(first, {}, second)).toBeUndefined()
})

test('paydays of another rhythm take none of the confirmed ones along', () => {
  const everyTwoWeeks = {
    payrollFrequency: String(PayrollFrequency.biWeekly),
    lastPayday: '2026-03-13',
    monthlyNetIncome: '3076.66',
  }
  const weekly = {
    payrollFrequency: String(PayrollFrequency.weekly),
    paydayOfWeek: '6',
    monthlyNetIncome: '2165.00',
  }
  expect(reopenedAnswers({ ...everyTwoWeeks, jobType: '1' }, everyTwoWeeks, weekly)).toEqual({ jobType: '1' })
  const incomeAlone = { monthlyNetIncome: '2165.00' }
  const { payrollFrequency, lastPayday } = everyTwoWeeks
  expect(reopenedAnswers(everyTwoWeeks, everyTwoWeeks, incomeAlone)).toEqual({ payrollFrequency, lastPayday })
})
