import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import type { StoredInstallment } from '@dolphin/database/plans/plan-repository'
import { type TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { AgreedInstallment } from '@dolphin/domain/servicing/serviced-loan'

/** The agreed payments of a plan, each with the status of its newest debit. */
export function agreedInstallments(
  installments: readonly StoredInstallment[],
  transactions: readonly AccountTransaction[],
): AgreedInstallment[] {
  const newest = new Map<number, AccountTransaction>()
  for (const transaction of transactions) {
    const { type, installmentNumber } = transaction
    if (type !== TransactionType.debit || installmentNumber === null) continue
    const known = newest.get(installmentNumber)
    if (known === undefined || known.createdAt <= transaction.createdAt)
      newest.set(installmentNumber, transaction)
  }
  return installments.map(({ number, dueDate, amount, flags, status }) => ({
    number,
    dueDate,
    amount,
    flags,
    // The columns hold the domain's transaction status and nothing else.
    status: (newest.get(number)?.status ?? status) as TransactionStatus,
  }))
}
