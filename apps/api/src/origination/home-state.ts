import type { Executor } from '@dolphin/database/executor'
import { type Loan, listOwnLoans } from '@dolphin/database/loan-repository'
import type { Owner } from '@dolphin/database/owner'
import { listTransactions } from '@dolphin/database/transaction-repository'
import { type HomeFlag, homeFlag } from '@dolphin/domain/loan/home-flag'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'

/** An amount is on offer and has not lapsed. */
export function hasQualifiedPrincipal({ qualifiedMaximum, qualifiedUntil }: Loan, now: Date): boolean {
  return qualifiedMaximum !== null && qualifiedMaximum > 0n && qualifiedUntil !== null && now < qualifiedUntil
}

/**
 * Which face the home page has for these loans, newest first: a credit that came back goes before all, then the
 * newest loan decides. Source: domain.md §2.
 */
export async function homeFlagOf(executor: Executor, loans: readonly Loan[], now: Date): Promise<HomeFlag> {
  const [newest] = loans
  if (newest === undefined) return homeFlag(null, false)
  const { status, subStatus, signedAt } = newest
  const shown = {
    status,
    subStatus,
    signed: signedAt !== null,
    hasQualifiedPrincipal: hasQualifiedPrincipal(newest, now),
  }
  return homeFlag(shown, await needsRepair(executor, loans))
}

/** As homeFlagOf, for a customer. */
export async function readHomeFlag(executor: Executor, owner: Owner, now: Date): Promise<HomeFlag> {
  return await homeFlagOf(executor, await listOwnLoans(executor, owner), now)
}

/** An approved loan has a credit under way; if its only ones came back, the bank account is to be put right. */
async function needsRepair(executor: Executor, loans: readonly Loan[]): Promise<boolean> {
  for (const loan of loans.filter(({ status }) => status === LoanStatus.approved)) {
    const credits = (await listTransactions(executor, loan)).filter(
      ({ type }) => type === TransactionType.credit,
    )
    const returned =
      credits.length > 0 && credits.every(({ status }) => status === TransactionStatus.rejected)
    if (returned) return true
  }
  return false
}
