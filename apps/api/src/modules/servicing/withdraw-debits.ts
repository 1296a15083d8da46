import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import { isPayment, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followDebit } from './close-changes.ts'
import { followModification, type ModificationDeps } from './follow-modification.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { isExpected } from './modification-of.ts'

const { none, rejected } = TransactionStatus

/** Why debits are withdrawn, and by whom. */
export interface Withdrawal {
  readonly cause: string
  readonly actor: string
}

/**
 * Withdraws every debit of a locked loan that is in no file: retries, payoffs, single payments. The change that asked for
 * one fails by the life table, as does one that waits for money from the borrower. Answers how many were withdrawn.
 * Source: domain.md §2 and §14; docs/decisions/legal-facts.md.
 */
export async function withdrawPlannedDebits(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  { cause, actor }: Withdrawal,
): Promise<number> {
  const planned = (await listTransactions(unit.tx, loan)).filter(
    (one) => isPayment(one) && one.status === none,
  )
  for (const debit of planned) {
    await moveTransaction(unit.tx, debit, { from: none, to: rejected }, { cause, actor, at: unit.now })
    await followDebit(deps, unit, debit, { event: 'held', actor, why: 'notAllowed' })
  }
  const change = await findOpenChange(unit.tx, loan)
  const loaded = change && isExpected(change) && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (change !== undefined && loaded)
    await followModification(deps, unit, loaded, { change, event: 'undone', actor })
  return planned.length
}
