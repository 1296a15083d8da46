import type { Executor } from '@dolphin/database/executor'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { bookViolations, chainViolations, readDebts } from './money-invariants/books-agree.ts'
import { entryViolations } from './money-invariants/debit-limits.ts'
import { moveViolations } from './money-invariants/legal-moves.ts'
import { readMoneyRows, type Violation } from './money-invariants/money-rows.ts'
import { excessViolations } from './money-invariants/never-more.ts'
import { storedOnceViolations } from './money-invariants/stored-once.ts'

/**
 * Checks the money invariants of a whole database, whatever brought it about, and answers every one that is broken.
 * Each is reckoned from the rows as they lie there, not from what the services that wrote them would say. To be asked
 * between rounds of money: what a settlement does in one go is not looked at half done.
 *
 * Source: security.md, money invariants I1 to I9 and I12. I10 is checked where documents are made; I11 is the type of
 * the columns.
 */
export async function moneyViolations(
  parts: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
): Promise<Violation[]> {
  const rows = await readMoneyRows(executor)
  const debts = await readDebts(parts, executor, rows.loans)
  return [
    ...(await storedOnceViolations(executor)),
    ...(await bookViolations(executor, rows.loans, debts)),
    ...excessViolations(rows, debts),
    ...entryViolations(parts, rows, await readAgreedAmounts(executor)),
    ...(await moveViolations(executor, rows)),
    ...(await chainViolations(executor, rows.loans)),
  ]
}

/** The most that was ever agreed on under each number, for numbers are never used again. */
async function readAgreedAmounts(executor: Executor): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await executor.execute<{ item: string; amount: string }>(sql`
    select loan_no || '/' || number as item, max(amount)::text as amount from installments
      group by loan_no, number`)
  return new Map(rows.map(({ item, amount }) => [item, BigInt(amount)]))
}
