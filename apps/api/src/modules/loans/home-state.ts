import type { Executor } from '@dolphin/database/driver/executor'
import { type Loan, listOwnLoans } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { homeFlag } from '@dolphin/domain/loans/home-flag'
import type { HomeFlag } from '@dolphin/domain/loans/codes'
import { isRepairOpen } from '../borrowers/open-repairs.ts'

/** An amount is on offer and has not lapsed. */
export function hasQualifiedPrincipal({ qualifiedMaximum, qualifiedUntil }: Loan, now: Date): boolean {
  return qualifiedMaximum !== null && qualifiedMaximum > 0n && qualifiedUntil !== null && now < qualifiedUntil
}

/**
 * Which face the home page has for these loans, newest first: money that came back because of the account goes before
 * all, then the newest loan decides. Source: domain.md §2.
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
  return homeFlag(shown, await isRepairOpen(executor, loans))
}

/** As homeFlagOf, for a customer. */
export async function readHomeFlag(executor: Executor, owner: Owner, now: Date): Promise<HomeFlag> {
  return await homeFlagOf(executor, await listOwnLoans(executor, owner), now)
}
