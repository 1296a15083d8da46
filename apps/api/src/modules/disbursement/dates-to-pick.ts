import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { availableDisbursementDates } from '@dolphin/domain/calendar/cut-off'
import { daysBetween, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { planFacts } from '../plans/plan-facts.ts'

/** Banking days looked at for days to pick. */
const DAYS_AHEAD = 10

export interface DateChoice {
  readonly credit: MoneyTransaction
  readonly dates: readonly LocalDate[]
}

/**
 * The days on which the borrower may still have the money sent, with the credit they are for; undefined once the
 * batch has it. Only the day that the plan was made for and later ones, because interest may not run longer than was disclosed
 * (domain.md §7), and none so late that the first payment would come sooner after it than the product allows.
 */
export async function datesToPick(
  { portfolios, calendar }: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<DateChoice | undefined> {
  const data = portfolios.byId(loan.portfolioId)
  if (loan.status !== LoanStatus.approved || data === undefined) return undefined
  const credit = (await listTransactions(executor, loan)).find(
    ({ type, status }) => type === TransactionType.credit && status === TransactionStatus.none,
  )
  const current = await findCurrentPlan(executor, loan)
  const first = current?.installments[0]
  if (credit === undefined || current === undefined || first === undefined) return undefined
  const agreed = planFacts(current.plan).effectiveDate
  const waits = Math.min(...data.products.map(({ firstDateMinimumDays }) => firstDateMinimumDays))
  const dates = availableDisbursementDates(hoursOf(data, calendar), now, DAYS_AHEAD).filter(
    (date) => date >= agreed && daysBetween(date, first.dueDate) >= waits,
  )
  return { credit, dates }
}
