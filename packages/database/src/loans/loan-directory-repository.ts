import { UNDERWAY_STATUSES } from '@dolphin/domain/loans/codes'
import { and, eq } from 'drizzle-orm'
import { isClaimed } from '../driver/claim.ts'
import type { Executor } from '../driver/executor.ts'
import type { KeyedLoan, LoanKey } from '../driver/owner.ts'
import { loanDirectory } from '../schema/claim.ts'

interface ListedLoan extends KeyedLoan {
  readonly openId: string | null
  readonly status: number
}

const underWayOf = ({ openId, status }: Pick<ListedLoan, 'openId' | 'status'>): string | null =>
  UNDERWAY_STATUSES.some((one) => one === status) ? openId : null

/**
 * Claims a new loan's number, and that it is its customer's one under way. False, and nothing claimed, where another has
 * either, however many ask at once. docs/decisions/customer-key.md
 */
export async function claimLoan(executor: Executor, loan: ListedLoan): Promise<boolean> {
  const { portfolioId, loanNo, customerKey } = loan
  return await isClaimed(executor, (part) =>
    part
      .insert(loanDirectory)
      .values({ portfolioId, loanNo, customerKey, underWayOf: underWayOf(loan) })
      .onConflictDoNothing()
      .returning({ loanNo: loanDirectory.loanNo }),
  )
}

/** Takes back what `claimLoan` claimed, where no loan came of it. */
export async function releaseLoan(executor: Executor, key: LoanKey): Promise<void> {
  await executor.delete(loanDirectory).where(isListed(key))
}

/**
 * Notes in the directory what a loan's status or owner has become. Errors: a `DatabaseFailure` of the unique index where
 * its customer has another under way.
 */
export async function noteInDirectory(executor: Executor, loan: ListedLoan): Promise<void> {
  await executor
    .update(loanDirectory)
    .set({ underWayOf: underWayOf(loan) })
    .where(isListed(loan))
}

const isListed = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(loanDirectory.portfolioId, portfolioId), eq(loanDirectory.loanNo, loanNo))
