import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { findCurrentPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { isSignedAprKept } from '@dolphin/domain/disclosure/collected-apr'
import { parseDecimal, rational } from '@dolphin/domain/money/rational'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { daysBetween, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { creditCutOff, disbursementChoices } from '@dolphin/domain/disbursement/disbursement-days'
import { type FundingHours, openSameDay } from '@dolphin/domain/disbursement/same-day-ach'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import { collectedLoan, collectedSchedule, runsByDays } from '../payments/collected-schedule.ts'
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
 * batch has it, and from the same-day cut-off on where it goes today. A check is not mailed before the day's batch. Only the day that the plan was made for and later ones, because interest may not run longer than was disclosed
 * (domain.md §7), none so late that the first payment would come sooner after it than the product allows, and none
 * that raises the signed APR by more than its tolerance (domain.md §14).
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
  const keepsSignature = await signatureKept(data, executor, loan, current)
  const hours = hoursOf(data, calendar)
  if (isOnItsWay(hours, credit, now)) return undefined
  const request = { now, amount: credit.amount, approval: 'given' } as const
  const soonest = credit.mode === TransactionMode.paperCheck ? nextEntryDate(hours, now) : agreed
  const dates = disbursementChoices(hours, request, DAYS_AHEAD).filter(
    (date) =>
      date >= soonest && date >= agreed && daysBetween(date, first.dueDate) >= waits && keepsSignature(date),
  )
  return { credit, dates }
}

/** A credit for today that its same-day file will carry: the cut-off has passed, the file may not be there yet. */
const isOnItsWay = (hours: FundingHours, { effectiveDate }: MoneyTransaction, now: Date): boolean =>
  effectiveDate === openSameDay(hours, now) && now >= creditCutOff(hours, effectiveDate, now)

/** Which days need no new signature: the APR of what would be collected is that signed, within the tolerance. */
async function signatureKept(
  data: PortfolioData,
  executor: Executor,
  loan: Loan,
  saved: PlanWithInstallments,
): Promise<(date: LocalDate) => boolean> {
  const perCent = parseDecimal(saved.plan.apr)
  assert(perCent !== undefined, 'a stored plan holds its APR')
  const signed = rational(perCent.numerator, perCent.denominator * 100n)
  const agreed = planFacts(saved.plan).effectiveDate
  const isByDays = await runsByDays(data, executor, loan, saved)
  return (date) => {
    if (date <= agreed) return true
    const rows = isByDays ? collectedSchedule(saved, date).fitted.map(({ payment }) => payment) : undefined
    const amounts = rows ?? saved.installments.map(({ amount }) => amount)
    return isSignedAprKept(signed, collectedLoan(saved, date, amounts))
  }
}
