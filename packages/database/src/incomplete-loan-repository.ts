import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { LoanKey } from './owner.ts'
import { loans } from './schema/loan.ts'

/** Customers' applications that are not submitted, by number, a page at a time. */
export async function listIncompleteLoans(
  executor: Executor,
  {
    portfolioId,
    after,
    limit,
  }: { readonly portfolioId: number; readonly after: string; readonly limit: number },
): Promise<LoanKey[]> {
  return await executor
    .select({ portfolioId: loans.portfolioId, loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.initializing),
        isNotNull(loans.openId),
        gt(loans.loanNo, after),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
}
