import type { LoanKey } from '@dolphin/database/driver/owner'
import { isLedgerIntact, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { instantOf, NEW_YORK, parseTimeOfDay } from '@dolphin/domain/time/new-york'
import { ledgerOf } from '@dolphin/domain/servicing/ledger-lines'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { sql } from 'drizzle-orm'
import { dataPaths } from '../config/config.ts'
import { originateWholeBatch } from '../modules/payments/originate-batch.ts'
import { importInboxFile } from '../modules/payments/returns/import-file.ts'
import { settleAll } from '../modules/payments/settle.ts'
import { announceDebits } from '../modules/payments/upcoming-debits.ts'
import { loadAccount } from '../modules/servicing/account-facts.ts'
import type { TestApi } from './api-fixture.ts'
import { bankFile, type BankNews } from './bank-returns.ts'
import { signLoan } from './signed-loans.ts'
import type { MoneyDeps } from '../deps.ts'

/** The instant of a day, such as 2026-03-13, at which the clocks of New York show a time, such as 09:30. */
export function newYorkInstant(day: string, time: string): Date {
  const [date, wall] = [parseLocalDate(day), parseTimeOfDay(time)]
  assert(date !== undefined && wall !== undefined, `${day} ${time} is a moment`)
  return instantOf(date, wall, NEW_YORK)
}

/** The days of a portfolio's money in tests, by the services of the timetable. */
export function moneyDays(api: TestApi, portfolioId = 118) {
  const bank = createBankFolder(dataPaths(api.deps.config.dataDir).bank)
  const money: MoneyDeps = { ...api.deps, bank }
  const at = (day: string, time: string): void => {
    api.clock.set(newYorkInstant(day, time))
  }
  const data = () => {
    const found = api.deps.portfolios.byId(portfolioId)
    assert(found !== undefined, 'the portfolio of the tests')
    return found
  }
  const days = {
    money,
    at,
    data,
    async batch(day: string) {
      at(day, '10:00')
      return await days.batchNow()
    },
    /** The same at the present time. */
    async batchNow() {
      const run = await originateWholeBatch(money, portfolioId, 'test')
      assert(run.ok, 'a batch is cut on a banking day')
      return run.value
    },
    async settle(day: string) {
      at(day, '08:30')
      const run = await settleAll(money, portfolioId, 'test')
      assert(run.ok, 'the portfolio settles')
      return run.value
    },
    async announce(day: string): Promise<void> {
      at(day, '09:00')
      await announceDebits(money)
    },
    /** The same at the present time. */
    announceNow: () => announceDebits(money),
    /** What the bank sends at noon. */
    async bankSays(day: string, news: readonly BankNews[], serial = 0) {
      at(day, '12:00')
      return await days.bankSaysNow(news, serial, `RET-${day}.ach`)
    },
    /** The same at the present time. */
    async bankSaysNow(news: readonly BankNews[], serial = 0, fileName = 'RET-now.ach') {
      return await importInboxFile(money, [data()], {
        fileName,
        bytes: bankFile(news, { portfolioId, serial }),
        actor: 'test',
      })
    },
    /** 500.00 from 2026-03-04 on, ten payments every other Friday from 2026-03-13. */
    async fund(count: number, wish: Parameters<typeof signLoan>[1] = {}) {
      const loans = []
      for (let index = 0; index < count; index += 1)
        loans.push(await signLoan(api, { isStored: true, ...wish }))
      await days.batch('2026-03-03')
      await days.settle('2026-03-04')
      return loans
    },
    /** One such loan. */
    async fundOne(wish: Parameters<typeof signLoan>[1] = {}) {
      const [loan] = await days.fund(1, wish)
      assert(loan !== undefined, 'one loan was funded')
      return loan
    },
    /** Announces, sends and settles the agreed payments of a due date. */
    async collect([told, sent, due]: readonly [string, string, string]) {
      await days.announce(told)
      const run = await days.batch(sent)
      await days.settle(due)
      return run
    },
  }
  return days
}

/** Told, sent and taken: the first four Fridays. */
export const PAYDAYS = [
  ['2026-03-06', '2026-03-12', '2026-03-13'],
  ['2026-03-20', '2026-03-26', '2026-03-27'],
  ['2026-04-03', '2026-04-09', '2026-04-10'],
  ['2026-04-17', '2026-04-23', '2026-04-24'],
] as const

/** A loan's debits, oldest first. */
export async function debitsOf({ database }: TestApi, loan: LoanKey): Promise<MoneyTransaction[]> {
  const all = await listTransactions(database.db, loan)
  return all.filter(({ type }) => type === TransactionType.debit)
}

/** The debt from scratch beside the ledger: balances that differ, and whether the chain holds. */
export async function ledgerDifferences(api: TestApi, key: LoanKey): Promise<readonly string[]> {
  const { db } = api.database
  const loan = await findLoan(db, key)
  const facts = loan && (await loadAccount(api.deps, db, loan))
  const balances = await loanBalances(db, key)
  const must = facts === undefined ? undefined : ledgerOf(facts.terms, facts.account.state)
  const off = [...new Set([...balances.keys(), ...Object.keys(must ?? {})])].filter(
    (account) => (balances.get(account) ?? 0n) !== (must?.[account as keyof typeof must] ?? 0n),
  )
  return (await isLedgerIntact(db, key)) ? off : [...off, 'the chain']
}

/** The kinds of notices of a loan, in order. */
export async function noticesOf({ database }: TestApi, { loanNo }: LoanKey): Promise<string[]> {
  const { rows } = await database.db.execute<{ kind: string }>(
    sql`select kind from outbox where loan_no = ${loanNo} order by created_at, kind`,
  )
  return rows.map(({ kind }) => kind)
}
