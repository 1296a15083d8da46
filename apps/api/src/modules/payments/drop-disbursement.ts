import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { UnitOfWork } from '../../unit-of-work.ts'

/**
 * Takes back a credit that no batch carries yet, for a loan that is withdrawn, declined, canceled or signed anew
 * before its batch; the caller holds the loan's lock. False if there was none to take back.
 */
export async function dropPlannedDisbursement(
  unit: UnitOfWork,
  loan: Loan,
  reason: { readonly cause: string; readonly actor: string },
): Promise<boolean> {
  const at = { ...reason, at: unit.now }
  const { none, pending, rejected } = TransactionStatus
  let dropped = false
  for (const credit of await listCreditsOf(unit, loan)) {
    if (credit.status === none || credit.status === pending) {
      const move = { from: credit.status, to: rejected }
      dropped = (await moveTransaction(unit.tx, credit, move, at)) || dropped
    }
  }
  return dropped
}

/** Every disbursement that a loan had, oldest first. */
export async function listCreditsOf(unit: UnitOfWork, loan: Loan): Promise<MoneyTransaction[]> {
  const all = await listTransactions(unit.tx, loan)
  return all.filter(({ type }) => type === TransactionType.credit)
}
