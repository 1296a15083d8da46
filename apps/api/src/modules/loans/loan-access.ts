import {
  findReachableLoan,
  type LoanName,
  lockReachableLoan,
  type Reach,
} from '@dolphin/database/loans/borrower-loan-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'

/**
 * How far a session reaches: a customer's own loans, or the one application that a limited session was opened
 * for. The only place where a borrower's identity turns into a filter.
 */
export function reachOf(actor: SessionActor): Reach {
  const { portfolioId } = actor
  return actor.kind === 'customer'
    ? { portfolioId, openId: actor.openId }
    : { portfolioId, applicationNo: actor.applicationNo }
}

/** The borrower's own loan. Whatever is out of reach answers as if it did not exist (-92020044). */
export async function findBorrowerLoan(
  executor: Executor,
  actor: SessionActor,
  name: LoanName,
): Promise<Result<Loan>> {
  const loan = await findReachableLoan(executor, reachOf(actor), name)
  return loan === undefined ? refuse('loanNotFound') : ok(loan)
}

/** As findBorrowerLoan, locked until the transaction ends: the first step of every write. */
export async function lockBorrowerLoan(
  executor: Executor,
  actor: SessionActor,
  name: LoanName,
): Promise<Result<Loan>> {
  const loan = await lockReachableLoan(executor, reachOf(actor), name)
  return loan === undefined ? refuse('loanNotFound') : ok(loan)
}
