import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { LoanStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { TransactionType } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { hasCreditComeBack } from '../borrowers/open-repairs.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { planRefund } from '../payments/refunds.ts'
import { planDisbursement } from './plan-disbursement.ts'

type GoOnDeps = Pick<
  Deps,
  'cipher' | 'keys' | 'random' | 'portfolios' | 'calendar' | 'notices' | 'tickets' | 'config'
>

/**
 * Lets a loan go on that has waited for an account that can be used: what came back goes out again, the amount of the
 * loan where it is not paid out, and a loan that was suspended for the account is cured. The caller holds the loan's
 * lock and has stored the account. Source: domain.md §2.
 */
export async function goOnWithAccount(
  deps: GoOnDeps,
  unit: UnitOfWork,
  loan: Loan,
  {
    returned,
    cause,
    by,
  }: { readonly returned: readonly MoneyTransaction[]; readonly cause: string; readonly by: string },
): Promise<Loan> {
  for (const { type, transactionNo, amount, changeNo } of returned) {
    // What was overpaid is planned by its own rule (payments/after-posting.ts).
    if (type !== TransactionType.refund || changeNo === null) continue
    await planRefund(deps, unit, loan, { amount, cause: `again/${transactionNo}`, actor: by, changeNo })
  }
  if (loan.status === LoanStatus.approved) {
    const isWaiting = hasCreditComeBack(await listTransactions(unit.tx, loan))
    return isWaiting ? await planDisbursement(deps, unit, loan, by) : loan
  }
  if (loan.status !== LoanStatus.suspended || loan.subStatus !== SuspendedSubStatus.hardReturn) return loan
  const moved = await moveLoan(deps, unit, loan, { event: 'cured', cause, actor: by })
  assert(moved.ok, 'a suspended loan can be cured')
  return moved.value
}
