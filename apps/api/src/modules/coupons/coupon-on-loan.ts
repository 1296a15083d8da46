import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import type { Coupon } from '@dolphin/domain/coupons/coupon'
import { meetsConditions } from '@dolphin/domain/coupons/coupon-conditions'
import { CustomerCategory } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Plan } from '@dolphin/domain/plans/plan'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { loadPlanBasis } from '../plans/plan-basis.ts'
import { listPlans, recommendedPlan } from '../plans/plan-list.ts'
import { cachedPlan } from '../plans/plan-cache.ts'
import { choiceOf } from '../plans/save-plan.ts'
import type { ReadPoint } from '../../unit-of-work.ts'

type NeededDeps = Pick<Deps, 'cipher' | 'calendar' | 'portfolios'>

/**
 * The plan of a loan with a coupon on it, whatever coupon it holds now: the saved plan, else the recommended one
 * for the most on offer. Undefined where the coupon does not fit the loan: a condition is against it, or it would
 * take nothing off.
 *
 * Errors: as loadPlanBasis, for a loan that has no plans now.
 */
export async function planWithCoupon(
  deps: NeededDeps,
  { tx: executor, now }: ReadPoint,
  loan: Loan,
  coupon: Coupon,
): Promise<Result<Plan | undefined>> {
  const loaded = await loadPlanBasis(deps, executor, loan, now)
  if (!loaded.ok) return loaded
  const basis = { ...loaded.value, coupon: coupon.benefit }
  const applicant = applicantOf(await loadAnswers(executor, deps.cipher, loan))
  const current = await findCurrentPlan(executor, loan)
  const fits = meetsConditions(coupon, {
    productCode: basis.product.productCode,
    state: applicant?.address.state ?? '',
    category: loan.category ?? CustomerCategory.new,
    principal: current?.plan.amount ?? basis.maximum,
  })
  if (!fits) return ok(undefined)
  const saved = current && cachedPlan(basis, choiceOf(current))
  const plan = saved?.ok === true ? saved.value : await usualPlan(basis)
  return ok(plan === undefined || plan.coupon === null ? undefined : plan)
}

async function usualPlan(
  basis: Parameters<typeof listPlans>[0] & { readonly maximum: Plan['choice']['amount'] },
) {
  const wish = { amount: basis.maximum, frequency: undefined, firstDate: undefined }
  return recommendedPlan(basis, await listPlans(basis, wish))
}
