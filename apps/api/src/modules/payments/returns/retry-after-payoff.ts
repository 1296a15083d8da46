import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { ChangeType, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { isReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { dateIn } from '@dolphin/domain/time/new-york'
import { SYSTEM_ACTOR } from '../../../http/actor.ts'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { isCovered } from '../../servicing/covered-payments.ts'
import { loanArrears } from '../../servicing/loan-arrears.ts'
import { isUndone } from '../../servicing/schedule-after-failure.ts'
import { planAgain } from './represent.ts'

/** A payoff by our debit that has come to nothing. */
const isFailedPayoff = (change: LoanChange): boolean =>
  change.changeType === ChangeType.payOff && change.transactionNo !== null && isUndone(change)

/**
 * Tries payments again that came back while a payoff was to take them, and that are past due because it has failed: the
 * retry that their return would have had, from today on. What help covers, what the borrower has stopped or paid another
 * way, and what may not be tried again stay as they are. The caller holds the loan's lock; again is harmless.
 * Source: domain.md §14.
 */
export async function retryAfterPayoff(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { portfolio: { timeZone } }: PortfolioData,
  loan: Loan,
): Promise<void> {
  const failed = (await listLoanChanges(unit.tx, loan)).filter(isFailedPayoff)
  const facts = failed.length === 0 ? undefined : await loadAccount(deps, unit.tx, loan)
  if (facts === undefined) return
  const today = dateIn(unit.now, timeZone)
  for (const { number, open } of loanArrears(facts, today).overdue) {
    const debit = newestOf(facts.transactions, number)
    if (debit === undefined || debit.amount !== open || !cameBackBeside(debit, failed)) continue
    const { returnCode: code } = debit
    if (code === null || !isReturnCode(code) || (await isCovered(unit.tx, loan, number))) continue
    const again = { debit: { ...debit, returnedOn: today }, code, actor: SYSTEM_ACTOR, isOnce: false }
    await planAgain(deps, unit, loan, again)
  }
}

/** The last debit that was made for a payment, a retry that was withdrawn too. */
const newestOf = (all: readonly MoneyTransaction[], number: number): MoneyTransaction | undefined =>
  all
    .filter(({ type, installmentNumber }) => type === TransactionType.debit && installmentNumber === number)
    .toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
    .at(-1)

/** Whether it came back while one of these payoffs was to take it. */
const cameBackBeside = (
  { status, returnedOn, updatedAt }: MoneyTransaction,
  payoffs: readonly LoanChange[],
): boolean =>
  status === TransactionStatus.rejected &&
  returnedOn !== null &&
  payoffs.some(
    ({ requestedAt, closedAt }) => requestedAt <= updatedAt && closedAt !== null && updatedAt <= closedAt,
  )
