import type { Executor } from '@dolphin/database/driver/executor'
import { isOneOf } from '@dolphin/database/driver/one-of'
import { achEntries, achFiles } from '@dolphin/database/schema/ach-file'
import { loans } from '@dolphin/database/schema/loan'
import { transactionHistory, transactions } from '@dolphin/database/schema/payment'
import { accountEntries, debitAuthorizations, loanAccounts } from '@dolphin/database/schema/servicing'
import { and, asc, type Column, eq } from 'drizzle-orm'

/** Which of the money invariants (design/security.md) is broken. */
export type MoneyRule = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I12'

/** A broken invariant: where, which, and in words what is wrong. */
export interface Violation {
  readonly rule: MoneyRule
  /** Null where it is of no single loan. */
  readonly loanNo: string | null
  readonly words: string
}

type Transaction = typeof transactions.$inferSelect
type File = typeof achFiles.$inferSelect

/** A transaction with every instant that its history knows. */
export interface TimedTransaction extends Transaction {
  /** Put on a batch, settled, checked, come back: null where it never was. */
  readonly at: Readonly<Record<'sent' | 'settled' | 'checked' | 'rejected', Date | null>>
}

/** An entry of a file with its transaction. */
export interface SentEntry {
  readonly transaction: TimedTransaction
  readonly entry: typeof achEntries.$inferSelect
  readonly file: File
}

/** What moved in a database, whole: every portfolio, every loan. */
export interface MoneyRows {
  readonly loans: readonly (typeof loans.$inferSelect)[]
  readonly moneyTransactions: readonly TimedTransaction[]
  /** In the order in which they were cut. */
  readonly sent: readonly SentEntry[]
  readonly authorizations: readonly (typeof debitAuthorizations.$inferSelect)[]
  readonly accounts: readonly (typeof loanAccounts.$inferSelect)[]
  /** Fees and the like, those that were taken back too. */
  readonly charges: readonly (typeof accountEntries.$inferSelect)[]
}

const NAMED = { 4: 'sent', 2: 'settled', 3: 'checked', [-1]: 'rejected' } as const

/** The loans that are looked at; undefined for all. */
export type LoanScope = readonly string[] | undefined

/** The part of a condition that keeps a query to its loans. */
export const within = (column: Column, scope: LoanScope) =>
  scope === undefined ? undefined : isOneOf(column, scope)

/** Reads all of it at once, or all of some loans; meant for tests and simulations, not for a book of millions. */
export async function readMoneyRows(executor: Executor, scope: LoanScope): Promise<MoneyRows> {
  const moneyTransactions = await readTransactions(executor, scope)
  const byNo = new Map(moneyTransactions.map((one) => [keyOf(one), one]))
  const entries = await executor
    .select({ entry: achEntries, file: achFiles })
    .from(achEntries)
    .innerJoin(
      achFiles,
      and(eq(achFiles.portfolioId, achEntries.portfolioId), eq(achFiles.fileNo, achEntries.fileNo)),
    )
    .where(scope === undefined ? undefined : isAmong(achEntries.transactionNo, moneyTransactions))
    .orderBy(asc(achFiles.createdAt), asc(achEntries.traceNumber))
  return {
    loans: await executor
      .select()
      .from(loans)
      .where(within(loans.loanNo, scope))
      .orderBy(asc(loans.portfolioId), asc(loans.loanNo)),
    moneyTransactions,
    sent: entries.flatMap(({ entry, file }) => {
      const transaction = byNo.get(keyOf(entry))
      return transaction === undefined ? [] : [{ transaction, entry, file }]
    }),
    authorizations: await executor
      .select()
      .from(debitAuthorizations)
      .where(within(debitAuthorizations.loanNo, scope)),
    accounts: await executor.select().from(loanAccounts).where(within(loanAccounts.loanNo, scope)),
    charges: await executor.select().from(accountEntries).where(within(accountEntries.loanNo, scope)),
  }
}

const keyOf = ({ portfolioId, transactionNo }: Pick<Transaction, 'portfolioId' | 'transactionNo'>): string =>
  `${portfolioId}/${transactionNo}`

/** Two portfolios may use one number; their rows are told apart where they are joined. */
const isAmong = (column: Column, moneyTransactions: readonly Pick<Transaction, 'transactionNo'>[]) =>
  isOneOf(
    column,
    moneyTransactions.map(({ transactionNo }) => transactionNo),
  )

async function readTransactions(executor: Executor, scope: LoanScope): Promise<TimedTransaction[]> {
  const rows = await executor
    .select()
    .from(transactions)
    .where(within(transactions.loanNo, scope))
    .orderBy(asc(transactions.transactionNo))
  const moves = await executor
    .select()
    .from(transactionHistory)
    .where(scope === undefined ? undefined : isAmong(transactionHistory.transactionNo, rows))
    .orderBy(asc(transactionHistory.transactionNo), asc(transactionHistory.sequence))
  const times = new Map<string, Partial<TimedTransaction['at']>>()
  for (const move of moves) {
    const name = NAMED[move.toStatus as keyof typeof NAMED] as keyof TimedTransaction['at'] | undefined
    if (name !== undefined) times.set(keyOf(move), { ...times.get(keyOf(move)), [name]: move.at })
  }
  const never = { sent: null, settled: null, checked: null, rejected: null }
  return rows.map((row) => ({ ...row, at: { ...never, ...times.get(keyOf(row)) } }))
}

/** Rows by loan; a loan number names its portfolio. */
export function byLoanNo<Row extends { readonly loanNo: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.loanNo)
    if (group === undefined) groups.set(row.loanNo, [row])
    else group.push(row)
  }
  return groups
}
