import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { installments, paymentPlans } from '../schema/payment.ts'

export type PaymentPlan = typeof paymentPlans.$inferSelect
export type NewPaymentPlan = Omit<PaymentPlan, 'supersededAt'>
export type StoredInstallment = typeof installments.$inferSelect
export type NewInstallment = Omit<StoredInstallment, 'portfolioId' | 'customerKey' | 'loanNo' | 'planNo'>

/** A plan with its installments in order. */
export interface PlanWithInstallments {
  readonly plan: PaymentPlan
  readonly installments: readonly StoredInstallment[]
}

/** Saves the plan that holds from now on; the one before is kept as superseded. Lock the loan first. */
export async function savePlan(
  executor: Executor,
  plan: NewPaymentPlan,
  schedule: readonly NewInstallment[],
): Promise<void> {
  const { portfolioId, customerKey, loanNo, planNo } = plan
  await supersedePlan(executor, plan, plan.createdAt)
  await executor.insert(paymentPlans).values(plan)
  await executor
    .insert(installments)
    .values(schedule.map((installment) => ({ ...installment, portfolioId, customerKey, loanNo, planNo })))
}

/** Keeps a plan that does not hold, for a change that takes effect only if another fails. Lock the loan first. */
export async function addPlanInWaiting(
  executor: Executor,
  plan: NewPaymentPlan,
  schedule: readonly NewInstallment[],
): Promise<void> {
  const { portfolioId, customerKey, loanNo, planNo, createdAt: supersededAt } = plan
  await executor.insert(paymentPlans).values({ ...plan, supersededAt })
  await executor
    .insert(installments)
    .values(schedule.map((installment) => ({ ...installment, portfolioId, customerKey, loanNo, planNo })))
}

/** Ends the plan that holds, without another. */
export async function supersedePlan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  at: Date,
): Promise<void> {
  await executor
    .update(paymentPlans)
    .set({ supersededAt: at })
    .where(
      and(
        eq(paymentPlans.portfolioId, portfolioId),
        eq(paymentPlans.loanNo, loanNo),
        isNull(paymentPlans.supersededAt),
      ),
    )
}

/** The plan that holds for a loan, if one was picked. */
export async function findCurrentPlan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<PlanWithInstallments | undefined> {
  const [plan] = await executor
    .select()
    .from(paymentPlans)
    .where(
      and(
        eq(paymentPlans.portfolioId, portfolioId),
        eq(paymentPlans.loanNo, loanNo),
        isNull(paymentPlans.supersededAt),
      ),
    )
  if (!plan) return undefined
  return { plan, installments: await listInstallments(executor, portfolioId, plan.planNo) }
}

/** Any plan that a loan had, by its number. */
export async function findPlan(
  executor: Executor,
  portfolioId: number,
  planNo: string,
): Promise<PlanWithInstallments | undefined> {
  const [plan] = await executor
    .select()
    .from(paymentPlans)
    .where(and(eq(paymentPlans.portfolioId, portfolioId), eq(paymentPlans.planNo, planNo)))
  return plan && { plan, installments: await listInstallments(executor, portfolioId, planNo) }
}

async function listInstallments(
  executor: Executor,
  portfolioId: number,
  planNo: string,
): Promise<StoredInstallment[]> {
  return await executor
    .select()
    .from(installments)
    .where(and(eq(installments.portfolioId, portfolioId), eq(installments.planNo, planNo)))
    .orderBy(asc(installments.number))
}

/** The plan that held for a loan at an instant. */
export async function findPlanAt(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  at: Date,
): Promise<PlanWithInstallments | undefined> {
  const [plan] = await executor
    .select()
    .from(paymentPlans)
    .where(
      and(
        eq(paymentPlans.portfolioId, portfolioId),
        eq(paymentPlans.loanNo, loanNo),
        lte(paymentPlans.createdAt, at),
        or(isNull(paymentPlans.supersededAt), gt(paymentPlans.supersededAt, at)),
      ),
    )
    .orderBy(desc(paymentPlans.createdAt))
    .limit(1)
  return plan && { plan, installments: await listInstallments(executor, portfolioId, plan.planNo) }
}
