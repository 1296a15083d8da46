import { insertDebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { insertTransaction, nextTransactionNo } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import {
  TransactionMode,
  type TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { newServicingNo } from './servicing-number.ts'

/** A single debit that a borrower has just confirmed. */
export interface ConfirmedOnce {
  readonly accountKey: string
  readonly purpose: TransactionPurpose
  readonly amount: Cents
  readonly date: LocalDate
  /** What asks for it; asked once. */
  readonly instructionKey: string
  readonly changeNo: string | null
  /** The installment that it pays whole; left out of any other. */
  readonly installmentNumber?: number | null
  /** For the history. */
  readonly cause: string
  readonly actor: string
}

/**
 * Plans a debit with a permission for this one payment, in the caller's transaction, which holds the loan's lock;
 * answers the transaction's number. Source: domain.md §10, a payment confirmed in the session.
 */
export async function planConfirmedDebit(
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo, openId }: Loan,
  { date: effectiveDate, cause, actor, ...asked }: ConfirmedOnce,
): Promise<string> {
  assert(openId !== null, 'a funded loan has a customer')
  const { accountKey, amount } = asked
  const authorizationNo = await newServicingNo(unit, 'A')
  await insertDebitAuthorization(unit.tx, {
    portfolioId,
    customerKey,
    authorizationNo,
    loanNo,
    openId,
    kind: 'singlePayment',
    accountKey,
    amount,
    grantedAt: unit.now,
    documentNo: null,
  })
  const transactionNo = await nextTransactionNo(unit.tx)
  const planned = await insertTransaction(
    unit.tx,
    {
      ...asked,
      portfolioId,
      customerKey,
      transactionNo,
      loanNo,
      openId,
      type: TransactionType.debit,
      mode: TransactionMode.ach,
      effectiveDate,
      status: TransactionStatus.none,
      installmentNumber: asked.installmentNumber ?? null,
      authorizationNo,
    },
    { cause, actor, at: unit.now },
  )
  assert(planned, 'what is confirmed once is planned once')
  return transactionNo
}
