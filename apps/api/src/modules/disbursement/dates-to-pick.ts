import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { findCurrentPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { isMilitaryCapKept, isSignedAprKept } from '@dolphin/domain/disclosure/collected-apr'
import { productFor } from '@dolphin/domain/decisions/decide'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { parseDecimal, rational } from '@dolphin/domain/money/rational'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { daysBetween, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { creditCutOff, disbursementChoices } from '@dolphin/domain/disbursement/disbursement-days'
import { type FundingHours, openSameDay } from '@dolphin/domain/disbursement/same-day-ach'
import { payoutWith } from '@dolphin/domain/disbursement/payout'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { collectedAmounts, collectedLoan, runsByDays } from '../payments/collected-schedule.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { choiceAgain } from '../plans/plan-again.ts'
import { type PlanDeps, planBasisFor } from '../plans/plan-basis.ts'
import { planWithin } from '../plans/save-plan.ts'
import { planFacts } from '../plans/plan-facts.ts'

/** Banking days looked at for days to pick. */
const DAYS_AHEAD = 10

export interface DateChoice {
  readonly credit: MoneyTransaction
  readonly dates: readonly LocalDate[]
  /** Of those, the ones that ask for new terms and a new signature. */
  readonly datesToSign: readonly LocalDate[]
}

/**
 * The days on which the money can still arrive, with the credit they are for; undefined once the batch has it, and from
 * the same-day cut-off on where it goes today. A check is not mailed before the day's batch, and arrives by mail;
 * `mode` asks for another way than the credit's own. Only
 * the day that the plan was made for and later ones, because interest may not run longer than was disclosed (domain.md
 * §7). A day keeps the signature while the first payment is not sooner after it than the product allows and the signed
 * APR holds within its tolerance; another is offered if the same plan can be made for it and passes no cap (domain.md
 * §14).
 */
export async function datesToPick(
  deps: PlanDeps,
  executor: Executor,
  loan: Loan,
  { now, mode: wanted }: { readonly now: Date; readonly mode?: TransactionMode },
): Promise<DateChoice | undefined> {
  const data = deps.portfolios.byId(loan.portfolioId)
  if (loan.status !== LoanStatus.approved || data === undefined) return undefined
  const credit = (await listTransactions(executor, loan)).find(
    ({ type, status }) => type === TransactionType.credit && status === TransactionStatus.none,
  )
  const current = await findCurrentPlan(executor, loan)
  const first = current?.installments[0]
  if (credit === undefined || current === undefined || first === undefined) return undefined
  const agreed = planFacts(current.plan).effectiveDate
  const waits = Math.min(...data.products.map(({ firstDateMinimumDays }) => firstDateMinimumDays))
  const hours = hoursOf(data, deps.calendar)
  if (isOnItsWay(hours, credit, now)) return undefined
  const keepsApr = await aprKept(data, executor, loan, current)
  const isKept = (date: LocalDate) => daysBetween(date, first.dueDate) >= waits && keepsApr(date)
  const mode = wanted ?? credit.mode
  const request = { now, amount: credit.amount, approval: 'given' } as const
  const soonest = mode === TransactionMode.paperCheck ? nextEntryDate(hours, now) : agreed
  const days = disbursementChoices(hours, request, DAYS_AHEAD)
    .filter((entryDate) => entryDate >= soonest)
    .map((entryDate) => payoutWith(deps.calendar, mode, entryDate).arrivesOn)
    .filter((date) => date >= agreed)
  const others = days.filter((date) => !isKept(date))
  const datesToSign = await daysOfNewTerms(deps, executor, { loan, current, days: others, now })
  const dates = days.filter((date) => isKept(date) || datesToSign.includes(date))
  return { credit, dates, datesToSign }
}

/** A credit for today that its same-day file will carry: the cut-off has passed, the file may not be there yet. */
const isOnItsWay = (hours: FundingHours, { effectiveDate }: MoneyTransaction, now: Date): boolean =>
  effectiveDate === openSameDay(hours, now) && now >= creditCutOff(hours, effectiveDate, now)

interface LaterDays {
  readonly loan: Loan
  readonly current: PlanWithInstallments
  readonly days: readonly LocalDate[]
  readonly now: Date
}

/** The days for which the plan that was signed can be made once more, within the offer and every cap. */
async function daysOfNewTerms(
  deps: PlanDeps,
  executor: Executor,
  { loan, current, days, now }: LaterDays,
): Promise<readonly LocalDate[]> {
  const [first] = days
  if (first === undefined || loan.qualifiedUntil === null || loan.qualifiedUntil <= now) return []
  const basis = await planBasisFor(deps, executor, loan, first)
  if (!basis.ok) return []
  return days.filter((effectiveDate) => {
    const later = { ...basis.value, effectiveDate }
    const choice = choiceAgain(later, current)
    return choice !== undefined && planWithin(later, choice).ok
  })
}

/** Whether the APR of what would be collected for money sent on a day is the signed one, within tolerance and cap. */
async function aprKept(
  data: PortfolioData,
  executor: Executor,
  loan: Loan,
  saved: PlanWithInstallments,
): Promise<(date: LocalDate) => boolean> {
  const perCent = parseDecimal(saved.plan.apr)
  assert(perCent !== undefined, 'a stored plan holds its APR')
  const signed = rational(perCent.numerator, perCent.denominator * 100n)
  const { effectiveDate: agreed, mapr } = planFacts(saved.plan)
  const { chargesOutsideFinanceCharge } = productFor(data.products, { militaryStatus: loan.military })
  const isByDays = await runsByDays(data, executor, loan, saved)
  return (date) => {
    if (date <= agreed) return true
    const collected = collectedLoan(saved, date, collectedAmounts(saved, date, isByDays))
    const isCapKept = mapr === null || isMilitaryCapKept(collected, chargesOutsideFinanceCharge ?? ZERO_CENTS)
    return isCapKept && isSignedAprKept(signed, collected)
  }
}
