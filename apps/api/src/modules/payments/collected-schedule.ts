import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { creditInstallments } from '@dolphin/domain/coupons/coupon-effect'
import type { CollectedLoan } from '@dolphin/domain/disclosure/collected-apr'
import type { Cents } from '@dolphin/domain/money/cents'
import type { Installment } from '@dolphin/domain/schedule/installment'
import { simpleDailyInstallments } from '@dolphin/domain/schedule/simple-daily'
import { planFacts } from '../plans/plan-facts.ts'
import { rateOfPlan } from '../plans/plan-rate.ts'
import { productAt } from '../portfolios/version-history.ts'

/** The payments of a plan whose credit settles on a day, without and with the coupon's credits. */
export interface CollectedSchedule {
  readonly full: readonly Installment[]
  readonly fitted: readonly Installment[]
}

/**
 * Due dates stay and interest runs from the settlement. For loans whose interest runs by days. Source: domain.md §7.
 */
export function collectedSchedule(
  { plan, installments }: PlanWithInstallments,
  effectiveDate: LocalDate,
): CollectedSchedule {
  const { coupon } = planFacts(plan)
  const terms = {
    principal: plan.amount,
    annualRate: rateOfPlan(plan),
    accruedTo: effectiveDate,
    dates: installments.map(({ dueDate }) => ({ nominalDate: dueDate, dueDate })),
  }
  const full = simpleDailyInstallments(terms, coupon?.levelPayment ?? plan.installmentAmount)
  return { full, fitted: creditInstallments(full, coupon?.interestCredits ?? []) }
}

/** Whether the payments of a plan depend on the day of settlement: under the product version that was signed. */
export async function runsByDays(
  { products }: Pick<PortfolioData, 'products'>,
  executor: Executor,
  { portfolioId }: Pick<Loan, 'portfolioId'>,
  { plan }: Pick<PlanWithInstallments, 'plan'>,
): Promise<boolean> {
  const { productCode, productVersion: version } = planFacts(plan)
  const signed =
    products.find((product) => product.productCode === productCode && product.version === version) ??
    (await productAt(executor, portfolioId, { productCode, version }))
  return signed?.interestMethod === 'simpleDaily'
}

/** The payments that will be collected if the credit settles on a day. `isByDays`: as runsByDays. */
export const collectedAmounts = (
  saved: PlanWithInstallments,
  effectiveDate: LocalDate,
  isByDays: boolean,
): readonly Cents[] =>
  isByDays
    ? collectedSchedule(saved, effectiveDate).fitted.map(({ payment }) => payment)
    : saved.installments.map(({ amount }) => amount)

/** What the APR is measured by: payments of these amounts on the regular dates of the plan. */
export function collectedLoan(
  { plan, installments }: PlanWithInstallments,
  effectiveDate: LocalDate,
  amounts: readonly Cents[],
): CollectedLoan {
  const { regularDates } = planFacts(plan)
  return {
    received: plan.amountFinanced,
    effectiveDate,
    payments: installments.flatMap(({ dueDate }, index) => {
      const amount = amounts[index]
      return amount === undefined ? [] : [{ amount, date: regularDates?.[index] ?? dueDate }]
    }),
  }
}
