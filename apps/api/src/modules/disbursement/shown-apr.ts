import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { listSigningSessions } from '@dolphin/database/agreements/signing-session-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findPlanAt, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { collectedApr } from '@dolphin/domain/disclosure/collected-apr'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { percentText } from '@dolphin/domain/money/percent'
import type { Deps } from '../../deps.ts'
import { collectedAmounts, collectedLoan, runsByDays } from '../payments/collected-schedule.ts'
import { signsAgain } from '../plans/plan-again.ts'
import { planFacts } from '../plans/plan-facts.ts'

/** Percentages such as "258.32". */
interface ShownApr {
  /** Of what will be collected; null without a plan. */
  readonly apr: string | null
  /** What was signed, where that is another one; else null. */
  readonly signedApr: string | null
}

/**
 * The APR that the pages show of a loan whose money has not arrived: of what will be collected, beside the signed one
 * where they differ. Source: domain.md §14, "a later disbursement day is picked".
 */
export async function shownApr(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loan: Loan,
  current: PlanWithInstallments | undefined,
): Promise<ShownApr> {
  const data = portfolios.byId(loan.portfolioId)
  if (data === undefined || current === undefined) return { apr: null, signedApr: null }
  if (signsAgain(loan)) return beside(current.plan.apr, await lastSignedApr(executor, loan))
  const apr = (await laterApr(data, executor, loan, current)) ?? current.plan.apr
  return beside(apr, current.plan.apr)
}

const beside = (apr: string, signed: string | undefined): ShownApr => ({
  apr,
  signedApr: signed === undefined || signed === apr ? null : signed,
})

async function lastSignedApr(executor: Executor, loan: Loan): Promise<string | undefined> {
  const signedAt = (await listSigningSessions(executor, loan)).find((one) => one.signedAt !== null)?.signedAt
  return signedAt ? (await findPlanAt(executor, loan, signedAt))?.plan.apr : undefined
}

/** Of the payments of a loan whose money is sent later than its plan was made for; undefined where it is not. */
async function laterApr(
  data: PortfolioData,
  executor: Executor,
  loan: Loan,
  current: PlanWithInstallments,
): Promise<string | undefined> {
  const { status, disbursementDate: day } = loan
  const isSent = status === LoanStatus.approved || status === LoanStatus.pending
  if (!isSent || day === null || day <= planFacts(current.plan).effectiveDate) return undefined
  const isByDays = await runsByDays(data, executor, loan, current)
  const amounts = collectedAmounts(current, day, isByDays)
  return percentText(collectedApr(collectedLoan(current, day, amounts)))
}
