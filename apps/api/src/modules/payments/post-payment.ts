import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { type LocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { type LoanAccountFacts, loadAccount } from '../servicing/account-facts.ts'
import { dropCovered } from '../servicing/drop-covered.ts'
import { nextPaymentLines } from '../servicing/next-payment-lines.ts'
import { postEvent } from '../servicing/post-events.ts'
import { waiveLateDays } from '../servicing/waive-late-days.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { MoneyDeps } from '../../deps.ts'
import type { LoanTransaction } from './loan-transaction.ts'

/**
 * Books money of the borrower that has settled, in the transaction that moved it to status 2 or 3, and tells them. The
 * caller holds the loan's lock. Source: domain.md §9 (posted now), §11.
 */
export async function postPayment(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  payment: MoneyTransaction,
): Promise<LoanAccountFacts> {
  const { transactionNo: id, purpose, settledOn, effectiveDate } = payment
  const date = settledOn ?? effectiveDate
  await waiveLateDays(deps, unit, loan, { transactionNo: id, date })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'money comes in on a funded loan')
  const kind = purpose === TransactionPurpose.rescission ? PostingKind.cancelled : PostingKind.paymentReceived
  await postEvent(unit, loan, facts, { kind, id, effectiveDate: date })
  // Before the notice, which says what comes next.
  const dropped = await dropCovered(deps, unit, loan, SYSTEM_ACTOR)
  await notifyReceived(deps, unit, { loan, transaction: payment }, { facts, date, dropped })
  return facts
}

async function notifyReceived(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction: { transactionNo, amount } }: LoanTransaction,
  {
    facts,
    date,
    dropped,
  }: {
    readonly facts: LoanAccountFacts
    readonly date: LocalDate
    readonly dropped: readonly Localized[]
  },
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'paymentReceived',
    dedupKey: `paymentReceived/${loan.loanNo}/${transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(amount),
      paymentDate: writtenDay(date),
      balance: formatCurrency(facts.account.state.principal),
      details: [...dropped, ...(await nextPaymentLines(deps, unit, loan))],
    },
  })
}
