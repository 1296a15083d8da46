import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { findTransaction, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { REVERSAL_WORDS } from '@dolphin/domain/payments/reversal'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { addressToBorrower } from '../../borrowers/address-to-borrower.ts'
import { unfundLoan } from '../unfund-loan.ts'
import { endHold, openFailedReversal } from './drop-reversal.ts'
import type { LoanTransaction } from '../loan-transaction.ts'

/**
 * Money paid out is back, for its reversal had no return: the loan is 104 again as if nothing had been sent, and its
 * borrower names the account for it. Where the loan has gone on meanwhile, an employee settles it. Answers the loan as it
 * is then; the caller holds its lock. Source: docs/decisions/bank-files.md.
 */
export async function takeCreditBack(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction: reversal }: LoanTransaction,
  { on, actor }: { readonly on: LocalDate; readonly actor: string },
): Promise<Loan> {
  const { portfolioId, originalTransactionNo: transactionNo } = reversal
  assert(transactionNo !== null, 'a reversal names its entry')
  const original = await findTransaction(unit.tx, { portfolioId, transactionNo })
  assert(original !== undefined, 'a transaction is never deleted')
  const cause = `${transactionNo} was reversed by ${reversal.transactionNo}`
  const back = { cause, returnCode: null, returnedOn: on, bookedOn: on, actor }
  const unfunded = await unfundLoan(deps, unit, { loan, transaction: original }, back)
  await endHold(unit, reversal, { by: actor, reason: 'the reversal had no return' })
  if (unfunded !== undefined) {
    await notifyCalledBack(deps, unit, unfunded, reversal)
    return unfunded
  }
  const why = 'the loan has gone on although its money is back'
  await openFailedReversal(deps, unit, reversal, { why, actor })
  return (await findLoan(unit.tx, loan)) ?? loan
}

async function notifyCalledBack(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { originalTransactionNo, amount, reversalReason }: MoneyTransaction,
): Promise<void> {
  assert(reversalReason !== null, 'a reversal has its reason')
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'disbursementReversed',
    dedupKey: `disbursementReversed/${originalTransactionNo ?? ''}`,
    values: { ...values, amount: formatCurrency(amount), reason: REVERSAL_WORDS[reversalReason] },
  })
}
