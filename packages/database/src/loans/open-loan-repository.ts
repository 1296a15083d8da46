import { LoanStatus } from '@dolphin/domain/loans/codes'
import { and, asc, eq, gt, gte, isNotNull, ne, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { loans } from '../schema/loan.ts'

interface OpenLoans {
  readonly portfolioId: number
  /** Ended loans that have changed since an instant are looked at as well. */
  readonly endedSince: Date
  readonly after: string
  readonly limit: number
}

/**
 * A page of a portfolio's loans that have not ended, and of those that have changed lately, by number. Applications of
 * no account are left out: they lapse by themselves.
 */
export async function listOpenLoans(
  executor: Executor,
  { portfolioId, endedSince, after, limit }: OpenLoans,
): Promise<string[]> {
  const rows = await executor
    .select({ loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        ne(loans.status, LoanStatus.withdrawn),
        isNotNull(loans.openId),
        or(ne(loans.status, LoanStatus.terminated), gte(loans.updatedAt, endedSince)),
        gt(loans.loanNo, after),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
  return rows.map(({ loanNo }) => loanNo)
}
