import type { Executor } from '@dolphin/database/driver/executor'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { bookViolations, chainViolations, readBooks, readDebts } from './money-invariants/books-agree.ts'
import { entryViolations } from './money-invariants/debit-limits.ts'
import { moveViolations } from './money-invariants/legal-moves.ts'
import { type LoanScope, readMoneyRows, type Violation } from './money-invariants/money-rows.ts'
import { excessViolations } from './money-invariants/never-more.ts'
import { ownArithmeticViolations } from './money-invariants/own-arithmetic.ts'
import { storedOnceViolations } from './money-invariants/stored-once.ts'

/** How much is looked at. */
export interface InvariantScope {
  /** These loans alone; all of a customer's belong together. All by default. */
  readonly loans?: LoanScope
  /** Whether hash chains are followed to their beginnings, which takes as long as the book is; so by default. */
  readonly chains?: boolean
}

/**
 * Checks the money invariants of a whole database, however it was made, and returns every one that is broken. Each is
 * calculated from the stored rows, not by the services that wrote them. Call it between money rounds: a settlement must
 * not be checked half done.
 *
 * Source: design/security.md I1 to I9 and I12. I10 is checked where documents are made; I11 is the type of
 * the columns.
 */
export async function moneyViolations(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
  { loans: scope, chains = true }: InvariantScope = {},
): Promise<Violation[]> {
  const rows = await readMoneyRows(executor, scope)
  const debts = await readDebts(deps, executor, rows.loans)
  const books = await readBooks(executor, rows.loans)
  return [
    ...(await storedOnceViolations(executor, scope)),
    ...bookViolations(rows.loans, debts, books),
    ...ownArithmeticViolations(rows, debts, books),
    ...excessViolations(rows, debts),
    ...entryViolations(deps, rows, await readAgreedAmounts(executor, scope)),
    ...(await moveViolations(executor, rows, scope)),
    ...(chains ? await chainViolations(executor, rows.loans, scope) : []),
  ]
}

/** The most that was ever agreed on under each number, for numbers are never used again. */
async function readAgreedAmounts(executor: Executor, scope: LoanScope): Promise<ReadonlyMap<string, bigint>> {
  const ours = scope === undefined ? sql`true` : sql`loan_no = any(${sql.param([...scope])}::text[])`
  const { rows } = await executor.execute<{ item: string; amount: string }>(sql`
    select loan_no || '/' || number as item, max(amount)::text as amount from installments
      where ${ours} group by loan_no, number`)
  return new Map(rows.map(({ item, amount }) => [item, BigInt(amount)]))
}
