import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'

/** How a loan is paid out, as its borrower last chose: a check that was asked for stays asked for when terms are signed again. */
export async function payoutModeOf(executor: Executor, loan: LoanKey): Promise<TransactionMode> {
  const credit = (await listTransactions(executor, loan)).findLast(
    ({ type }) => type === TransactionType.credit,
  )
  return credit?.mode === TransactionMode.paperCheck ? TransactionMode.paperCheck : TransactionMode.ach
}
