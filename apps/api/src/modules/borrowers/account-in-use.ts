import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { isLinkEnded } from '@dolphin/database/verification/ibv-link-repository'
import { findLatestIbvReport } from '@dolphin/database/verification/ibv-repository'
import type { AccountValidator } from '@dolphin/domain/payments/account-validation'
import { matchAccount, type TypedAccount } from '@dolphin/domain/verification/account-match'
import type { AccountNumbers } from '@dolphin/domain/verification/bank-report'
import type { Deps } from '../../deps.ts'
import { loadVerifiedIncome, reportFromStored, type StoredReport } from './verified-income.ts'

/** An account that is about to be used. */
export interface AccountInUse {
  /** What entries carry: the bank's token where its link gave one, else the numbers that were typed. */
  readonly numbers: Pick<AccountNumbers, 'routingNumber' | 'accountNumber'>
  /** The link that keeps the token alive; null where the account's own number is used. */
  readonly link: { readonly requestCode: string; readonly isEnded: boolean } | null
  /**
   * Who validates it: the borrower's bank, where the link has read it. Null where it was typed beside an uploaded
   * statement.
   */
  readonly validatedBy: AccountValidator | null
}

/**
 * How the account that was typed is used: by its own numbers, or by the token that its bank gave for it. Source:
 * domain.md §9; ach.md §4, WEB debits; docs/facts/vendors.md "Plaid".
 */
export async function accountInUse(
  { cipher, calendar }: Pick<Deps, 'cipher' | 'calendar'>,
  executor: Executor,
  loan: LoanKey,
  typed: TypedAccount,
): Promise<AccountInUse> {
  const own = { numbers: typed, link: null, validatedBy: null }
  const verified = await loadVerifiedIncome(executor, cipher, calendar, loan)
  if (verified === undefined || !verified.isFromLink) return own
  const match = matchAccount(verified.report.accounts, typed)
  if (match.result === 'unmatched') return own
  const validatedBy = 'bankLink' as const
  if (match.account.tokenMask === undefined) return { ...own, validatedBy }
  const { requestCode } = verified
  const isEnded = await isLinkEnded(executor, requestCode)
  return { numbers: match.account, link: { requestCode, isEnded }, validatedBy }
}

/**
 * The name of the bank whose link shows the account that was typed; null where none does. A name is never taken from
 * the routing number, which may be another bank's by now, nor from a statement.
 */
export async function linkedBankName(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: LoanKey,
  typed: TypedAccount,
): Promise<string | null> {
  const stored = await findLatestIbvReport<StoredReport>(executor, cipher, loan)
  if (stored === undefined || stored.report.findings !== undefined) return null
  const { accounts, institution } = reportFromStored(stored.report)
  return matchAccount(accounts, typed).result === 'unmatched' ? null : institution
}
