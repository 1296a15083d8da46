import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { and, asc, eq, gte, isNotNull, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import { loans } from '../schema/loan.ts'
import { transactions } from '../schema/payment.ts'
import { loanAccounts } from '../schema/servicing.ts'

/** Loans of a portfolio that use or have used one of these accounts. */
export async function listLoansOnAccounts(
  executor: Executor,
  portfolioId: number,
  accountKeys: readonly string[],
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ loanNo: loanAccounts.loanNo })
    .from(loanAccounts)
    .where(
      and(
        eq(loanAccounts.portfolioId, portfolioId),
        or(isOneOf(loanAccounts.accountKey, accountKeys), isOneOf(loanAccounts.entryKey, accountKeys)),
      ),
    )
  return rows.map(({ loanNo }) => loanNo)
}

/** Customers of a portfolio who use or have used one of these accounts, at most so many. */
export async function listOwnersOnAccounts(
  executor: Executor,
  portfolioId: number,
  accountKeys: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ openId: loanAccounts.openId })
    .from(loanAccounts)
    .where(and(eq(loanAccounts.portfolioId, portfolioId), isOneOf(loanAccounts.accountKey, accountKeys)))
    .orderBy(asc(loanAccounts.openId))
    .limit(limit)
  return rows.map(({ openId }) => openId)
}

/** Of these texts, those that are numbers of a portfolio's loans. */
export async function listLoansNamed(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<string[]> {
  const rows = await executor
    .select({ loanNo: loans.loanNo })
    .from(loans)
    .where(and(eq(loans.portfolioId, portfolioId), isOneOf(loans.loanNo, loanNos)))
  return rows.map(({ loanNo }) => loanNo)
}

/** Loans to or from which an amount was sent to take effect on a day or later, at most so many. */
export async function listLoansSentAmount(
  executor: Executor,
  portfolioId: number,
  { amount, from, limit }: { readonly amount: Cents; readonly from: LocalDate; readonly limit: number },
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ loanNo: transactions.loanNo })
    .from(transactions)
    .where(
      and(
        eq(transactions.portfolioId, portfolioId),
        eq(transactions.amount, amount),
        gte(transactions.effectiveDate, from),
        isNotNull(transactions.traceNumber),
      ),
    )
    .orderBy(asc(transactions.loanNo))
    .limit(limit)
  return rows.map(({ loanNo }) => loanNo)
}
