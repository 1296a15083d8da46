import { LoanStatus, TerminatedSubStatus } from '@dolphin/domain/loans/codes'
import { and, asc, eq, gt, gte, isNotNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { loans } from '../schema/loan.ts'

/** Customers' loans that were paid off since, by number, a page at a time. */
export async function listPaidOffLoans(
  executor: Executor,
  {
    portfolioId,
    since,
    after,
    limit,
  }: { readonly portfolioId: number; readonly since: Date; readonly after: string; readonly limit: number },
): Promise<LoanKey[]> {
  return await executor
    .select({ portfolioId: loans.portfolioId, loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.terminated),
        eq(loans.subStatus, TerminatedSubStatus.paidOff),
        isNotNull(loans.openId),
        gte(loans.updatedAt, since),
        gt(loans.loanNo, after),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
}
