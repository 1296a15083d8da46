import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'

/** A locked loan, and one of its transactions. */
export interface LoanTransaction {
  readonly loan: Loan
  readonly transaction: MoneyTransaction
}
