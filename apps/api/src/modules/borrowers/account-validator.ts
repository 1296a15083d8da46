import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import type { AccountValidator } from '@dolphin/domain/payments/account-validation'
import { matchAccount, type TypedAccount } from '@dolphin/domain/verification/account-match'
import type { Deps } from '../../deps.ts'
import { loadVerifiedIncome } from './verified-income.ts'

/**
 * Who validates an account that is about to be used: the borrower's bank, where the link has read it. Null where it was
 * typed beside an uploaded statement. Source: domain.md §9; ach.md §4, WEB debits.
 */
export async function validatorOf(
  { cipher, calendar }: Pick<Deps, 'cipher' | 'calendar'>,
  executor: Executor,
  loan: LoanKey,
  typed: TypedAccount,
): Promise<AccountValidator | null> {
  const verified = await loadVerifiedIncome(executor, cipher, calendar, loan)
  if (verified === undefined || !verified.isFromLink) return null
  return matchAccount(verified.report.accounts, typed).result === 'matched' ? 'bankLink' : null
}
