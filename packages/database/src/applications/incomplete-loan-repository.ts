import { LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { loans } from '../schema/loan.ts'
import { transactions } from '../schema/payment.ts'

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
  {
    portfolioId,
    idleSince,
    after,
    limit,
  }: {
    readonly portfolioId: number
    readonly idleSince: Date
    readonly after: string
    readonly limit: number
  },
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

/** Approved loans whose amount came back by a day and is not to be sent again, by number, a page at a time. */
export async function listUnrepairedLoans(
  executor: Executor,
  {
    portfolioId,
    returnedUpTo,
    after,
    limit,
  }: {
    readonly portfolioId: number
    readonly returnedUpTo: LocalDate
    readonly after: string
    readonly limit: number
  },
): Promise<LoanKey[]> {
  const credits = sql`from ${transactions} t where t.portfolio_id = ${loans.portfolioId}
    and t.loan_no = ${loans.loanNo} and t.type = ${TransactionType.credit}`
  return await executor
    .select({ portfolioId: loans.portfolioId, loanNo: loans.loanNo })
    .from(loans)
    .where(
      and(
        eq(loans.portfolioId, portfolioId),
        eq(loans.status, LoanStatus.approved),
        isNotNull(loans.openId),
        sql`exists (select ${credits} and t.returned_on is not null)`,
        sql`not exists (select ${credits} and (t.status <> ${TransactionStatus.rejected}
          or t.returned_on > ${formatLocalDate(returnedUpTo)}))`,
        gt(loans.loanNo, after),
      ),
    )
    .orderBy(asc(loans.loanNo))
    .limit(limit)
}
