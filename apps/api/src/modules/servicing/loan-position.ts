import { listAudit } from '@dolphin/database/examiner/audit-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { findOpenChange, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { hasOpenWorkItem, listWorkItemsOfLoan } from '@dolphin/database/work-items/work-item-repository'
import { type LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { type LoanPosition, type MoneyPosition, repairWait, type Wait } from '@dolphin/domain/loans/stranded'
import { cents, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import {
  isPayment,
  OPEN_STATUSES,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type PortfolioDay, readApplicationWait } from '../loans/application-wait.ts'
import { loadAccount, type LoanAccountFacts } from './account-facts.ts'
import { assert } from '@dolphin/domain/assert'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { loanArrears } from './loan-arrears.ts'
import { endOfWait } from './modification-of.ts'

type NeededDeps = Pick<Deps, 'portfolios' | 'calendar'>

/** A loan and its borrower's money with us, as the rules of "no loan is stranded" look at them. */
export interface Position {
  readonly loan: LoanPosition
  readonly money: MoneyPosition
}

const { none, pending, onBatch, notChecked, checked } = TransactionStatus

/** Reads where a loan is. Source: domain.md §14. */
export async function readPosition(
  deps: NeededDeps,
  executor: Executor,
  loan: Loan,
  now: PortfolioDay,
): Promise<Position> {
  const facts = await loadAccount(deps, executor, loan)
  const transactions = facts?.transactions ?? (await listTransactions(executor, loan))
  const { today } = now
  const change = await findOpenChange(executor, loan)
  return {
    loan: {
      status: loan.status,
      today,
      owed: facts === undefined ? ZERO_CENTS : owedOn(facts, today),
      nextInstallment: facts === undefined ? null : nextInstallment(facts, today),
      pastDue: facts === undefined ? ZERO_CENTS : loanArrears(facts, today).amount,
      isProtected: legalEffects(loan.legalFacts).asksNothing,
      isMoneyUnderWay: transactions.some((one) => isUnderWay(one, today)),
      modificationUntil: change === undefined ? null : lastDayOf(deps, change, transactions, now),
      wait: await waitOf(deps, executor, { loan, transactions }, now),
    },
    money: await moneyOf(executor, loan, facts, transactions),
  }
}

/** The day by which an open change is done, or its money has come. */
function lastDayOf(
  { portfolios, calendar }: NeededDeps,
  change: LoanChange,
  transactions: readonly MoneyTransaction[],
  { timeZone }: PortfolioDay,
): LocalDate {
  const data = portfolios.byId(change.portfolioId)
  assert(data !== undefined, 'a change has a portfolio')
  const wait = endOfWait(change, transactions, hoursOf(data, calendar))
  const end = dateIn(wait?.at ?? change.cutOffAt, timeZone)
  return change.holdsFrom > end ? change.holdsFrom : end
}

function owedOn({ terms, account }: LoanAccountFacts, today: LocalDate) {
  const { accruedTo } = account.state
  return payoffOn(terms, account.state, today > accruedTo ? today : accruedTo).total
}

const nextInstallment = ({ current }: LoanAccountFacts, today: LocalDate): LocalDate | null =>
  current.installments.find((one) => isLive(one) && one.dueDate >= today)?.dueDate ?? null

/** A credit that has settled moves nothing on, although the bank may still return it. */
const isUnderWay = ({ type, status, effectiveDate }: MoneyTransaction, today: LocalDate): boolean =>
  (OPEN_STATUSES.includes(status) && !(type === TransactionType.credit && status === notChecked)) ||
  (status === none && effectiveDate >= today)

async function moneyOf(
  executor: Executor,
  loan: Loan,
  facts: LoanAccountFacts | undefined,
  transactions: readonly MoneyTransaction[],
): Promise<MoneyPosition> {
  const debits = transactions.filter(isPayment)
  const refunds = transactions.filter(({ type }) => type === TransactionType.refund)
  return {
    overpaid: facts?.account.state.overpaid ?? paidWithoutLoan(debits, refunds),
    refundsPlanned: sum(
      refunds.filter(({ status }) => status === none || status === pending).map(({ amount }) => amount),
    ),
    isPaymentUnchecked: debits.some(({ status }) => OPEN_STATUSES.includes(status)),
    isReasonNamed: await hasOpenWorkItem(executor, loan, ['failedRefund']),
  }
}

/** What was taken from the borrower of a loan that is not funded; a rescission takes back what was sent. */
function paidWithoutLoan(debits: readonly MoneyTransaction[], refunds: readonly MoneyTransaction[]) {
  const taken = debits.filter(
    ({ status, purpose }) => status === checked && purpose !== TransactionPurpose.rescission,
  )
  const sent = refunds.filter(
    ({ status }) => status === onBatch || status === notChecked || status === checked,
  )
  const rest = sum(taken.map(({ amount }) => amount)) - sum(sent.map(({ amount }) => amount))
  return rest > 0n ? cents(rest) : ZERO_CENTS
}

/** Banking days for a held credit until a person has it. */
const HELD_DAYS = 2

interface MoneyOfLoan {
  readonly loan: Loan
  readonly transactions: readonly MoneyTransaction[]
}

/** Whom an application or approved loan waits for. */
async function waitOf(
  { calendar }: NeededDeps,
  executor: Executor,
  { loan, transactions }: MoneyOfLoan,
  { today, timeZone }: PortfolioDay,
): Promise<Wait | null> {
  if (loan.status !== LoanStatus.approved)
    return await readApplicationWait(executor, loan, { today, timeZone })
  const credits = transactions.filter(({ type }) => type === TransactionType.credit)
  const planned = credits.find(({ status }) => status === none || status === pending)
  if (planned === undefined) {
    const isBack = credits.some(({ returnedOn }) => returnedOn !== null)
    return isBack ? repairWait(dateIn(loan.updatedAt, timeZone)) : null
  }
  // A check arrives days after the batch that mails it.
  if (loan.disbursementDate !== null) return { party: 'batch', until: planned.effectiveDate }
  const item = (await listWorkItemsOfLoan(executor, loan)).find(
    ({ kind, closedAt }) => kind === 'heldCredit' && closedAt === null,
  )
  // Its own due day is watched by its own alert; until it is closed an employee has it.
  if (item !== undefined) return { party: 'staff', until: item.due > today ? item.due : today }
  const held = (await listAudit(executor, loan.portfolioId, loan.loanNo)).find(
    ({ action, facts }) => action === 'creditHeld' && facts['transactionNo'] === planned.transactionNo,
  )
  const since = dateIn(held?.at ?? planned.createdAt, timeZone)
  // The batch of the day on which the days are over opens the work item.
  return { party: 'batch', until: calendar.addBankingDays(since, HELD_DAYS) }
}
