import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { isLoanNo, portfolioOfLoanNo } from '@dolphin/domain/loans/loan-number'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { type Answer, refuse } from '../../http/refusal.ts'
import type { MoneyParts } from './money-parts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ShiftableClock } from '../../wall-clock.ts'

/** A session as identity opens it. */
export interface EmployeeSession {
  readonly accessToken: string
  readonly userCredential: string
  readonly sessionId: string
  readonly channelId: string
  readonly portfolioId: number
  readonly idleExpiresAt: Date
  readonly expiresAt: Date
}

export interface OperationsParts
  extends MoneyParts,
    Pick<Deps, 'random' | 'keys' | 'documents' | 'seals' | 'holidays'> {
  /** Undefined: this server has no employees. */
  readonly operationsSecret: Uint8Array | undefined
  /** Undefined where time cannot be moved, above all in production. */
  readonly movableClock: ShiftableClock | undefined
  /** Identity's part, wired in compose.ts. */
  openEmployeeSession(unit: UnitOfWork, portfolioId: number, employeeId: string): Promise<EmployeeSession>
}

function keyOf(loanNo: string): LoanKey | undefined {
  return isLoanNo(loanNo) ? { portfolioId: portfolioOfLoanNo(loanNo), loanNo } : undefined
}

/** Any loan, by its number: operations see all portfolios. */
export async function findAnyLoan(executor: Executor, loanNo: string): Promise<Answer<Loan>> {
  const key = keyOf(loanNo)
  const loan = key && (await findLoan(executor, key))
  return loan === undefined ? refuse('loanNotFound') : ok(loan)
}

/** As findAnyLoan, locked until the transaction ends. */
export async function lockAnyLoan(executor: Executor, loanNo: string): Promise<Answer<Loan>> {
  const key = keyOf(loanNo)
  const loan = key && (await lockLoan(executor, key))
  return loan === undefined ? refuse('loanNotFound') : ok(loan)
}
