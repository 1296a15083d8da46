import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  changeTransactionMode,
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { addressLine } from '@dolphin/domain/documents/party'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { TransactionMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { isRefundWaiting } from '@dolphin/domain/payments/overpayment'
import type { MoneyDeps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { checkArrivesOn } from '@dolphin/domain/disbursement/payout'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import type { DayOrder } from './batch-file.ts'
import { mayCredit, postRefundSent, reasonOfRefund } from './refunds.ts'
import type { LoanTransaction } from './loan-transaction.ts'

/** How a planned refund leaves with a batch; it waits while a payment that it is made of can come back. */
export type RefundRail = 'waits' | 'ach' | 'check'

/** The rail of a planned refund: a check where the loan's account may not be credited. Source: domain.md §14. */
export async function railOfRefund(
  unit: UnitOfWork,
  loan: Loan,
  refund: MoneyTransaction,
): Promise<RefundRail> {
  const transactions = await listTransactions(unit.tx, loan)
  if (isRefundWaiting(refund, transactions)) return 'waits'
  const account = await findLoanAccount(unit.tx, loan)
  return account === undefined || mayCredit(transactions, account) ? 'ach' : 'check'
}

const { none, pending, onBatch } = TransactionStatus

/**
 * Mails a planned refund as a check, without an ACH entry: 0 → 1 → 4, posted now, and the borrower is notified. False
 * where the borrower's address is not known. The caller holds the loan's lock.
 */
export async function mailRefund(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction: refund }: LoanTransaction,
  { day: { businessDate }, actor }: DayOrder,
): Promise<boolean> {
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  if (applicant === undefined) return false
  const effectiveDate = checkArrivesOn(deps.calendar, businessDate)
  const reason = { cause: 'check mailed', actor, at: unit.now }
  const isMail = await changeTransactionMode(unit.tx, refund, TransactionMode.paperCheck, unit.now)
  const asked = await moveTransaction(unit.tx, refund, { from: none, to: pending, effectiveDate }, reason)
  const sent = await moveTransaction(unit.tx, refund, { from: pending, to: onBatch }, reason)
  assert(isMail && asked && sent, 'the lock on the loan keeps others from moving its refund')
  await postRefundSent(deps, unit, loan, { refund, effectiveDate, actor })
  const { street, unit: flat, city, state, zip } = applicant.address
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  const { firstName, loanNo } = values
  await deps.notices.send(unit, {
    ...to,
    kind: 'refundMailed',
    dedupKey: `refundMailed/${loan.loanNo}/${refund.transactionNo}`,
    values: {
      firstName,
      loanNo,
      amount: formatCurrency(refund.amount),
      mailedOn: writtenDay(businessDate),
      address: addressLine({ street: flat === null ? street : `${street}, ${flat}`, city, state, zip }),
      reason: reasonOfRefund(refund),
    },
  })
  return true
}
