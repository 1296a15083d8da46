import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionPurpose, TransactionStatus } from '@dolphin/domain/payments/codes'
import { checkHoldEndsOn } from '@dolphin/domain/payments/receipts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

const itemOf = ({ portfolioId, transactionNo }: Pick<MoneyTransaction, 'portfolioId' | 'transactionNo'>) =>
  ({ portfolioId, kind: 'receiptToCheck', subject: `transaction/${transactionNo}` }) as const

/**
 * Opens a work item for each receipt of a loan whose hold is over and that is not checked: only an employee knows
 * whether the bank paid it. Source: domain.md §14.
 */
export async function openReceiptsToCheck(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  transactions: readonly MoneyTransaction[],
  { settledBy, actor }: { readonly settledBy: LocalDate; readonly actor: string },
): Promise<void> {
  for (const receipt of transactions) {
    const { purpose, status, settledOn, effectiveDate, loanNo, transactionNo, amount } = receipt
    const isOpen = purpose === TransactionPurpose.receipt && status === TransactionStatus.notChecked
    if (!isOpen || checkHoldEndsOn(settledOn ?? effectiveDate, deps.calendar) > settledBy) continue
    await openWorkItem(deps, unit, {
      ...itemOf(receipt),
      loanNo,
      reason: `the hold of check ${transactionNo} over ${formatCurrency(amount)} is over: was it paid?`,
      facts: { transactionNo },
      actor,
    })
  }
}

/** A receipt was checked or came back: its work item is done. */
export async function closeReceiptToCheck(
  unit: UnitOfWork,
  receipt: Pick<MoneyTransaction, 'portfolioId' | 'transactionNo'>,
  actor: string,
): Promise<void> {
  await closeWorkItems(unit, itemOf(receipt), { by: actor, reason: 'the receipt was checked or came back' })
}
