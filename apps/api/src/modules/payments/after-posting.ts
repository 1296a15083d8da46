import type { LoanKey } from '@dolphin/database/driver/owner'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { overpaymentStep } from '@dolphin/domain/payments/overpayment'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { dropCovered } from '../servicing/drop-covered.ts'
import type { ModificationDeps } from '../servicing/follow-modification.ts'
import { markPaidOffIfDone } from '../servicing/paid-off.ts'
import { waiveRest } from '../servicing/waive-rest.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { planRefund } from './refunds.ts'

/**
 * What follows every posting to a loan, whichever path posted it (settlement, an employee, a return): the planned
 * refunds fit what is overpaid, a payment that was covered is not tried again, a small rest after the last payment is given
 * up, and a loan of which nothing is owed ends once every debit is checked. The caller holds the loan's lock. Source: domain.md §14.
 */
export async function afterPosting(
  deps: ModificationDeps & Parameters<typeof markPaidOffIfDone>[0],
  unit: UnitOfWork,
  key: LoanKey,
  actor: string,
): Promise<void> {
  // Read again: the path that posted may have moved the loan too.
  const loan = await findLoan(unit.tx, key)
  if (loan === undefined) return
  await fitRefunds(deps, unit, loan, actor)
  await dropCovered(deps, unit, loan, actor)
  await waiveRest(deps, unit, loan)
  await markPaidOffIfDone(deps, unit, loan)
}

const { none, rejected } = TransactionStatus

async function fitRefunds(
  deps: Parameters<typeof afterPosting>[0],
  unit: UnitOfWork,
  loan: Loan,
  actor: string,
): Promise<void> {
  const facts = await loadAccount(deps, unit.tx, loan)
  if (facts === undefined) return
  const { transactions, account } = facts
  const { drop, plan: amount } = overpaymentStep(account.state.overpaid, transactions)
  const reason = { cause: 'it is not overpaid any more', actor, at: unit.now }
  for (const transactionNo of drop) {
    const { portfolioId } = loan
    await moveTransaction(unit.tx, { portfolioId, transactionNo }, { from: none, to: rejected }, reason)
    const which = { portfolioId, kind: 'failedRefund', subject: `transaction/${transactionNo}` } as const
    await closeWorkItems(unit, which, { by: actor, reason: reason.cause })
  }
  const cause = `overpaid/${transactions.length}`
  if (amount > 0n) await planRefund(deps, unit, loan, { amount, cause, actor })
}
