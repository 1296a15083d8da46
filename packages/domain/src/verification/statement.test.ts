import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BankAccountType } from '../applications/codes.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { addDays, localDate } from '../calendar/local-date.ts'
import { cents, type Cents } from '../money/cents.ts'
import { summarizeIncome } from './income.ts'
import { type StatementLine, statementReport } from './statement.ts'

const calendar = federalReserveCalendar()
const asOf = localDate(2026, 3, 16)
const account = {
  type: BankAccountType.checking,
  routingNumber: '123456780',
  accountNumber: '000111222333',
  ownerNames: [],
}
const line = (daysAgo: number, amount: bigint): StatementLine => ({
  date: addDays(asOf, -daysAgo),
  amount: cents(amount),
  description: `LINE ${daysAgo}`,
})
const summaryOf = (lines: readonly StatementLine[], closingBalance: Cents | null) =>
  summarizeIncome(statementReport({ lines, closingBalance }, account, asOf), calendar)

test('without balances the lowest point is zero, and every other day stands above it (our decision, statements)', () => {
  // 50.00 before it all; then 150.00, 0.00 and 80.00 at the ends of the days.
  const lines = [line(2, 10_000n), line(1, -15_000n), line(0, 8_000n)]
  expect(statementReport({ lines, closingBalance: null }, account, asOf).accounts[0]?.balance).toBe(8_000n)
  expect(summaryOf(lines, null)).toMatchObject({
    lowestBalance: 0n,
    averageBalance: 7_666n,
    overdraftDays: 0,
  })
})

test('without balances no lines make an average below zero or a day overdrawn', () => {
  const someLines = fc
    .array(fc.tuple(fc.nat(98), fc.bigInt(-500_000n, 500_000n)), { minLength: 1, maxLength: 120 })
    .map((pairs) => pairs.toSorted(([a], [b]) => b - a).map(([daysAgo, amount]) => line(daysAgo, amount)))
  fc.assert(
    fc.property(someLines, (lines) => {
      const { averageBalance, lowestBalance, overdraftDays } = summaryOf(lines, null)
      expect(averageBalance >= lowestBalance && lowestBalance >= 0n).toBe(true)
      expect(overdraftDays).toBe(0)
    }),
    { seed: 118, numRuns: 200 },
  )
})

test('a balance that the file names is taken as it stands, overdrawn days among it', () => {
  const lines = [line(2, 10_000n), line(1, -15_000n), line(0, 8_000n)]
  expect(summaryOf(lines, cents(5_000n))).toMatchObject({ lowestBalance: -3_000n, overdraftDays: 1 })
})
