import type { LoanStatus, LoanSubStatus } from '@dolphin/domain/loans/codes'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { Loan } from './loan-repository.ts'
import { isOneOf } from '../driver/one-of.ts'
import { loanHistory, loans } from '../schema/loan.ts'
import { transactions } from '../schema/payment.ts'

/** All loans of one person at a portfolio, under whichever of their accounts. */
export async function listLoansOfPerson(
  executor: Executor,
  portfolioId: number,
  openIds: readonly string[],
): Promise<Loan[]> {
  if (openIds.length === 0) return []
  return await executor
    .select()
    .from(loans)
    .where(and(eq(loans.portfolioId, portfolioId), isOneOf(loans.openId, openIds)))
}

/** Whether one of these loans was ever in that state. */
export async function wasEverIn(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  state: { readonly status: LoanStatus; readonly subStatus: LoanSubStatus },
): Promise<boolean> {
  if (loanNos.length === 0) return false
  const [row] = await executor
    .select({ loanNo: loanHistory.loanNo })
    .from(loanHistory)
    .where(
      and(
        eq(loanHistory.portfolioId, portfolioId),
        isOneOf(loanHistory.loanNo, loanNos),
        eq(loanHistory.toStatus, state.status),
        eq(loanHistory.toSubStatus, state.subStatus),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** How many transactions of these loans have that type and one of these statuses. */
export async function countTransactions(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  { type, statuses }: { readonly type: number; readonly statuses: readonly number[] },
): Promise<number> {
  if (loanNos.length === 0) return 0
  const [row] = await executor
    .select({ found: count() })
    .from(transactions)
    .where(
      and(
        eq(transactions.portfolioId, portfolioId),
        isOneOf(transactions.loanNo, loanNos),
        eq(transactions.type, type),
        inArray(transactions.status, [...statuses]),
      ),
    )
  return row?.found ?? 0
}
