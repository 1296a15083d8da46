import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import type { WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { dateIn } from '@dolphin/domain/time/new-york'
import { signsAgain } from '../plans/plan-again.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import type { OpenCause } from '../work-items/staff-routes.ts'
import type { MoneyDeps } from '../../deps.ts'
import { arrearsToFollow } from './past-due.ts'
import { readReturnRates } from './returns/return-rate-watch.ts'

type NeededDeps = Pick<MoneyDeps, 'portfolios' | 'clock'>

/** Whether the causes of work items about money are still there. */
export const openMoneyCauses = (
  deps: NeededDeps,
): Record<
  'heldCredit' | 'failedRefund' | 'receiptToCheck' | 'bankLinkEnded' | 'returnRateOver' | 'loanPastDue',
  OpenCause
> => ({
  heldCredit: isCreditHeld,
  failedRefund: (executor, item) => isRefundOwed(deps, executor, item),
  receiptToCheck: isReceiptUnchecked,
  bankLinkEnded: isTokenDead,
  returnRateOver: (executor, item) => isRateOver(deps, executor, item),
  loanPastDue: (executor, item) => isPastDue(deps, executor, item),
})

/** The loan is approved and no day set for its credit, or its new terms are not signed. */
async function isCreditHeld(executor: Executor, { portfolioId, loanNo }: WorkItem): Promise<boolean> {
  const loan = loanNo === null ? undefined : await findLoan(executor, { portfolioId, loanNo })
  if (loan === undefined) return false
  return signsAgain(loan) || (loan.status === LoanStatus.approved && loan.disbursementDate === null)
}

/** The loan still uses the token whose link has ended; by hand it is closed only where one is about to end. */
async function isTokenDead(executor: Executor, { portfolioId, loanNo }: WorkItem): Promise<boolean> {
  const account = loanNo === null ? undefined : await findLoanAccount(executor, { portfolioId, loanNo })
  return account !== undefined && account.linkEndedAt !== null
}

/** The receipt is still not checked. */
async function isReceiptUnchecked(
  executor: Executor,
  { portfolioId, loanNo, subject }: WorkItem,
): Promise<boolean> {
  if (loanNo === null) return false
  const all = await listTransactions(executor, { portfolioId, loanNo })
  return all.some(
    ({ transactionNo, status }) =>
      subject === `transaction/${transactionNo}` && status === TransactionStatus.notChecked,
  )
}

/** Money of the borrower is still here, or the refund is still planned. */
async function isRefundOwed(
  deps: NeededDeps,
  executor: Executor,
  { portfolioId, loanNo }: WorkItem,
): Promise<boolean> {
  const loan = loanNo === null ? undefined : await findLoan(executor, { portfolioId, loanNo })
  if (loan === undefined) return false
  const account = await loadAccount(deps, executor, loan)
  if (account !== undefined && account.account.state.overpaid > 0n) return true
  const all = await listTransactions(executor, loan)
  return all.some(({ type, status }) => type === TransactionType.refund && status === TransactionStatus.none)
}

/** What the round would open the item for is still past due. */
async function isPastDue(
  deps: NeededDeps,
  executor: Executor,
  { portfolioId, loanNo }: WorkItem,
): Promise<boolean> {
  const timeZone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone
  const loan = loanNo === null ? undefined : await findLoan(executor, { portfolioId, loanNo })
  if (loan === undefined || timeZone === undefined) return false
  return (
    (await arrearsToFollow(deps, executor, { loan, today: dateIn(deps.clock.now(), timeZone) })) !== undefined
  )
}

async function isRateOver(
  { portfolios, clock }: NeededDeps,
  executor: Executor,
  { portfolioId }: WorkItem,
): Promise<boolean> {
  const portfolio = portfolios.byId(portfolioId)?.portfolio
  if (portfolio === undefined) return false
  const windows = await readReturnRates(executor, portfolioId, dateIn(clock.now(), portfolio.timeZone))
  return windows.some(({ rates }) => rates.some(({ status }) => status === 'over'))
}
