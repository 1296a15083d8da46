import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { isLoanNo, portfolioOfLoanNo } from '@dolphin/domain/loans/loan-number'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'

function keyOf(loanNo: string): LoanKey | undefined {
  return isLoanNo(loanNo) ? { portfolioId: portfolioOfLoanNo(loanNo), loanNo } : undefined
}

/** Any loan, by its number: operations see all portfolios. */
export async function findAnyLoan(executor: Executor, loanNo: string): Promise<Result<Loan>> {
  const key = keyOf(loanNo)
  const loan = key && (await findLoan(executor, key))
  return loan === undefined ? refuse('loanNotFound') : ok(loan)
}

/** As findAnyLoan, locked until the transaction ends. */
export async function lockAnyLoan(executor: Executor, loanNo: string): Promise<Result<Loan>> {
  const key = keyOf(loanNo)
  const loan = key && (await lockLoan(executor, key))
  return loan === undefined ? refuse('loanNotFound') : ok(loan)
}
