import { LoanStatus, TerminatedSubStatus } from '@dolphin/domain/loans/codes'
import { and, asc, eq, gt, gte, isNotNull, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import type { LoanKey } from '../driver/owner.ts'
import { loans } from '../schema/loan.ts'
import { accountEntries } from '../schema/servicing.ts'

/** The entries that wrote the rest of a loan off. */
const isWriteOff = and(eq(accountEntries.kind, 'writeOff'), isNull(accountEntries.voidedAt))

/** Customers' loans that were paid off or ended with a write-off since, by number, a page at a time. */
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

/** Which of these loans were written off, in whole or in part. */
export async function listWrittenOffLoans(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<string[]> {
  if (loanNos.length === 0) return []
  const rows = await executor
    .selectDistinct({ loanNo: accountEntries.loanNo })
    .from(accountEntries)
    .where(
      and(eq(accountEntries.portfolioId, portfolioId), isOneOf(accountEntries.loanNo, loanNos), isWriteOff),
    )
  return rows.map(({ loanNo }) => loanNo)
}
