import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { findLoanCoupon } from '@dolphin/database/coupons/coupon-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { productFor } from '@dolphin/domain/decisions/decide'
import { expectedPayout } from '@dolphin/domain/disbursement/payout'
import { AmountResult, LoanFlag, LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import type { Cents } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import type { PlanBasis } from '@dolphin/domain/plans/plan'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { payrollOf, type TypedBank, typedBankOf } from '../borrowers/applicant.ts'
import { benefitOf } from './coupon-facts.ts'
import { approvalStateOf } from '../loans/approval-state.ts'
import { payoutModeOf } from '../loans/payout-mode.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { loadVerifiedIncome, type VerifiedIncome } from '../borrowers/verified-income.ts'

/** What a loan's plans follow from. */
export interface LoanPlanBasis extends PlanBasis {
  readonly data: PortfolioData
  readonly bank: TypedBank
  /** What the linked bank, or an accepted statement, told. */
  readonly income: VerifiedIncome
  /** What may be borrowed. */
  readonly minimum: Cents
  readonly maximum: Cents
  readonly step: Cents
}

export type PlanDeps = Pick<Deps, 'cipher' | 'calendar' | 'portfolios'>

/**
 * The basis of plans for a loan in customer review, as of now: for money that is sent on the soonest day, or on the later
 * one that the borrower asked for.
 *
 * Errors: `loanStatusInvalid` in any other state, `planRecalculationRequired` while the amount has to be asked
 * for again (flag 10001), `offerExpired`, `amountOutOfRange` where nothing is on offer, `bankAccountNotMatched` while
 * the borrower has not named a verified account (amount result 2: the offer is shown, plans are locked; domain.md §6).
 */
export async function loadPlanBasis(
  deps: PlanDeps,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<Result<LoanPlanBasis>> {
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const fits = isPlannable(loan, now)
  if (!fits.ok) return fits
  const { qualifiedMaximum } = loan
  if (qualifiedMaximum === null) return refuse('amountOutOfRange')
  const request = { now, amount: qualifiedMaximum, approval: approvalStateOf(data, loan) }
  const hours = hoursOf(data, deps.calendar)
  const mode = await payoutModeOf(executor, loan)
  const { arrivesOn } = expectedPayout(hours, request, mode)
  return await planBasisFor(deps, executor, loan, laterOf(arrivesOn, loan.disbursementDate))
}

/**
 * The basis of plans for a loan whose money settles on a day, whatever its state. Errors: `amountOutOfRange`,
 * `planRecalculationRequired`, as loadPlanBasis.
 */
export async function planBasisFor(
  { cipher, calendar, portfolios }: PlanDeps,
  executor: Executor,
  loan: Loan,
  effectiveDate: LocalDate,
): Promise<Result<LoanPlanBasis>> {
  const data = portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const { qualifiedMinimum: minimum, qualifiedMaximum: maximum, qualifiedStep: step } = loan
  const answers = await loadAnswers(executor, cipher, loan)
  const [payroll, bank] = [payrollOf(answers), typedBankOf(answers)]
  const income = await loadVerifiedIncome(executor, cipher, calendar, loan)
  if (minimum === null || maximum === null || step === null) return refuse('amountOutOfRange')
  if (payroll === undefined || bank === undefined || income === undefined) {
    return refuse('planRecalculationRequired')
  }
  const held = await findLoanCoupon(executor, loan)
  return ok({
    data,
    bank,
    minimum,
    maximum,
    step,
    calendar,
    coupon: held && benefitOf(held.benefit),
    income,
    product: productFor(data.products, { militaryStatus: loan.military }),
    paySchedule: payroll.schedule,
    rules: payroll.rules,
    effectiveDate,
    affordable: {
      monthlyNetIncome: income.summary.monthlyNetIncome,
      sharePercent: data.policy.limits.installmentSharePercent,
    },
  })
}

const laterOf = (day: LocalDate, asked: LocalDate | null): LocalDate =>
  asked !== null && asked > day ? asked : day

function isPlannable(loan: Loan, now: Date): Result<undefined> {
  const inReview =
    loan.status === LoanStatus.originating && loan.subStatus === OriginatingSubStatus.customerReview
  if (!inReview || loan.signedAt !== null) return refuse('loanStatusInvalid')
  if (loan.flags.includes(LoanFlag.recalculateLoanAmount)) return refuse('planRecalculationRequired')
  if (loan.amountResult === AmountResult.unavailable) return refuse('amountOutOfRange')
  if (loan.qualifiedUntil === null || loan.qualifiedUntil <= now) return refuse('offerExpired')
  return loan.amountResult === AmountResult.availableMatched ? ok(undefined) : refuse('bankAccountNotMatched')
}
