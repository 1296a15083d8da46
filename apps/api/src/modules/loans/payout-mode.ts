import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'

/** How a loan is paid out, as its borrower last chose: a check that was asked for stays asked for when terms are signed again. */
export const payoutModeOf = async (executor: Executor, loan: LoanKey): Promise<TransactionMode> =>
  payoutModeIn(await listTransactions(executor, loan))

/** The same of transactions that were read already. */
export function payoutModeIn(
  transactions: readonly Pick<MoneyTransaction, 'type' | 'mode'>[],
): TransactionMode {
  const credit = transactions.findLast(({ type }) => type === TransactionType.credit)
  return credit?.mode === TransactionMode.paperCheck ? TransactionMode.paperCheck : TransactionMode.ach
}
