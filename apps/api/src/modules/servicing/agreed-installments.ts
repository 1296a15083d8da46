import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import type { StoredInstallment } from '@dolphin/database/plans/plan-repository'
import {
  countsForInstallment,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
  SENT_STATUSES,
} from '@dolphin/domain/payments/codes'
import type { AgreedInstallment } from '@dolphin/domain/servicing/serviced-loan'

const { rejected } = TransactionStatus

/** Reversals that gave a payment back that is still owed; one sent twice is not. By the payment's number. */
export function owedAfterReversal(
  transactions: readonly AccountTransaction[],
): ReadonlyMap<string, AccountTransaction> {
  const reversals = transactions.filter(
    ({ type, purpose, status, reversalReason }) =>
      type === TransactionType.refund &&
      purpose === TransactionPurpose.reversal &&
      reversalReason !== 'duplicate' &&
      SENT_STATUSES.includes(status),
  )
  return new Map(reversals.map((one) => [one.originalTransactionNo ?? '', one]))
}

/** Whether a retry was withdrawn before a batch had it: another way collects its amount, or the borrower stopped it. */
export const isWithdrawnRetry = ({
  purpose,
  status,
  traceNumber,
}: Pick<AccountTransaction, 'purpose' | 'status' | 'traceNumber'>): boolean =>
  purpose === TransactionPurpose.representment && status === rejected && traceNumber === null

/** Numbers of the installments that a debit was made for. */
export const numbersMade = (
  transactions: readonly Pick<AccountTransaction, 'installmentNumber' | 'purpose' | 'status'>[],
): ReadonlySet<number | null> =>
  new Set(transactions.filter(countsForInstallment).map(({ installmentNumber }) => installmentNumber))

/** The agreed payments of a plan, each with the status of its newest debit; one that was reversed is not paid. */
export function agreedInstallments(
  installments: readonly StoredInstallment[],
  transactions: readonly AccountTransaction[],
): AgreedInstallment[] {
  const newest = new Map<number, AccountTransaction>()
  for (const transaction of transactions) {
    const { type, installmentNumber } = transaction
    if (type !== TransactionType.debit || installmentNumber === null) continue
    if (!countsForInstallment(transaction)) continue
    const known = newest.get(installmentNumber)
    if (known === undefined || known.createdAt <= transaction.createdAt)
      newest.set(installmentNumber, transaction)
  }
  const owed = owedAfterReversal(transactions)
  const statusOf = (debit: AccountTransaction | undefined, stored: number): number =>
    debit !== undefined && owed.has(debit.transactionNo) ? rejected : (debit?.status ?? stored)
  return installments.map(({ number, dueDate, amount, flags, status }) => ({
    number,
    dueDate,
    amount,
    flags,
    // The columns hold the domain's transaction status and nothing else.
    status: statusOf(newest.get(number), status) as TransactionStatus,
  }))
}
