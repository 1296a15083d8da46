import { expect, test } from 'vitest'
import { BankAccountType } from '../applications/codes.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { addDays, localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { matchAccount } from '../verification/account-match.ts'
import type { BankReport } from '../verification/bank-report.ts'
import { summarizeIncome } from '../verification/income.ts'
import { incomeFacts } from './income-facts.ts'

const asOf = localDate(2026, 3, 16)

const reportOwnedBy = (...ownerNames: string[]): BankReport => ({
  institution: 'Sample Bank',
  asOf,
  accounts: [
    {
      accountId: 'A1',
      type: BankAccountType.checking,
      name: 'Checking',
      routingNumber: '123456780',
      accountNumber: '000123456',
      ownerNames,
      open: true,
      balance: cents(5_000n),
      transactions: [0, 14, 28, 42].map((ago) => ({
        transactionId: `T${ago}`,
        date: addDays(asOf, -3 - ago),
        amount: cents(100_000n),
        description: 'ACME PAYROLL',
      })),
    },
  ],
})

function factsOf(report: BankReport, statedMonthly: bigint, accountNumber = '123456') {
  const match = matchAccount(report.accounts, { routingNumber: '123456780', accountNumber })
  const stated = {
    firstName: 'Ann-Marie',
    lastName: "O'Brien",
    monthlyNetIncome: cents(statedMonthly),
    externalOpenLoans: 0,
  }
  return incomeFacts(report, summarizeIncome(report, federalReserveCalendar()), match, stated)
}

test('domain.md §5: verified income is held against stated income, rounded down to a whole per cent', () => {
  expect(factsOf(reportOwnedBy(), 250_000n)).toMatchObject({
    monthlyNetIncome: 216_666n,
    verifiedIncomePercent: 86,
  })
  expect(factsOf(reportOwnedBy(), 0n).verifiedIncomePercent).toBe(100)
})

test('where the bank could not be asked for owners, a person looks', () => {
  const unread = { ...reportOwnedBy("ANN-MARIE O'BRIEN"), ownersUnread: true } as const
  expect(factsOf(unread, 0n).accountOwnerMatches).toBe(false)
})

test('domain.md §6, result 1 or 2: the typed account is among the verified ones, or not', () => {
  expect(factsOf(reportOwnedBy(), 0n).accountMatched).toBe(true)
  expect(factsOf(reportOwnedBy(), 0n, '999').accountMatched).toBe(false)
})

test.each([
  [["ANN MARIE T O'BRIEN"], true],
  [['ANNMARIE OBRIEN JR'], true],
  [["O'BRIEN, ANN-MARIE"], true],
  [['SOMEBODY ELSE', "ANN-MARIE O'BRIEN"], true],
  [['SOMEBODY ELSE'], false],
  [["JOHN O'BRIEN"], false],
  [[], true],
])('account owners %j: the applicant is among them: %s', (owners, matches) => {
  expect(factsOf(reportOwnedBy(...owners), 0n).accountOwnerMatches).toBe(matches)
})
