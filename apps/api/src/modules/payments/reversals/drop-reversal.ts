import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { closeWorkItems, openWorkItem } from '../../work-items/work-item-service.ts'

const { none, pending, rejected } = TransactionStatus

/** Ends the hold on the debits of a loan whose money was called back. */
export async function endHold(
  unit: UnitOfWork,
  { portfolioId, transactionNo }: MoneyTransaction,
  closing: { readonly by: string; readonly reason: string },
): Promise<void> {
  const subject = `transaction/${transactionNo}`
  await closeWorkItems(unit, { portfolioId, kind: 'creditReversal', subject }, closing)
}

/** Drops a planned reversal and ends what it holds. The caller holds the loan's lock. */
export async function dropReversal(
  unit: UnitOfWork,
  reversal: MoneyTransaction,
  { why, actor }: { readonly why: string; readonly actor: string },
): Promise<void> {
  const reason = { cause: why, actor, at: unit.now }
  const asked = await moveTransaction(unit.tx, reversal, { from: none, to: pending }, reason)
  const moved = await moveTransaction(unit.tx, reversal, { from: pending, to: rejected }, reason)
  assert(asked && moved, 'the lock on the loan keeps others from moving its reversal')
  await endHold(unit, reversal, { by: actor, reason: why })
}

/** A reversal that did not put its entry right: an employee settles with the borrower what is left. */
export async function openFailedReversal(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo, originalTransactionNo, amount }: MoneyTransaction,
  { why, actor }: { readonly why: string; readonly actor: string },
): Promise<void> {
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'failedReversal',
    subject: `transaction/${transactionNo}`,
    loanNo,
    reason: `reversal ${transactionNo} of ${originalTransactionNo ?? ''}, ${formatCurrency(amount)}: ${why}`,
    facts: { transactionNo, reverses: originalTransactionNo },
    actor,
  })
}
