import { LoanFlag, LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { and, arrayContains, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { loans } from '../schema/loan.ts'

/** Loans after a number that have not changed since an instant, a limited number of them. */
interface IdlePage {
  readonly portfolioId: number
  readonly idleSince: Date
  readonly after: string
  readonly limit: number
}

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

/** Unsigned offers whose loan has not changed since an instant, oldest number first. */
export async function listIdleOffers(
  executor: Executor,
  { portfolioId, idleSince, after, limit }: IdlePage,
): Promise<LoanKey[]> {
  return await executor
    .select({ portfolioId: loans.portfolioId, loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.originating),
        eq(loans.subStatus, OriginatingSubStatus.customerReview),
        isNull(loans.signedAt),
        isNotNull(loans.openId),
        lte(loans.updatedAt, idleSince),
        gt(loans.loanNo, after),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
}

/** Approved loans that are back with their borrowers, to sign other terms; by number, a limited number of them. */
export async function listUnsignedTerms(
  executor: Executor,
  { portfolioId, limit }: { readonly portfolioId: number; readonly limit: number },
): Promise<LoanKey[]> {
  return await executor
    .select({ portfolioId: loans.portfolioId, loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.originating),
        eq(loans.subStatus, OriginatingSubStatus.customerReview),
        isNotNull(loans.approvedAt),
        isNull(loans.signedAt),
        arrayContains(loans.flags, [LoanFlag.reSignLoanAgreement]),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
}

/** Approved loans of customers that have not changed since an instant, by number, a page at a time. */
export async function listIdleApproved(
  executor: Executor,
  { portfolioId, idleSince, after, limit }: IdlePage,
): Promise<LoanKey[]> {
  return await executor
    .select({ portfolioId: loans.portfolioId, loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.approved),
        isNotNull(loans.openId),
        lte(loans.updatedAt, idleSince),
        gt(loans.loanNo, after),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
}
