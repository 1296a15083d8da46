import { applyCoupon } from '@dolphin/domain/coupon/apply-coupon'
import { ok, type Outcome } from '@dolphin/domain/outcome'
import {
  computePlan,
  type Plan,
  type PlanBasis,
  type PlanChoice,
  type PlanRefusal,
} from '@dolphin/domain/plan/plan'

const MOST_PLANS = 2_000

/**
 * Plans computed lately, by all that they follow from. A plan with its APR takes some milliseconds, and a slider
 * asks for the same ones again and again. The bank calendar is one for all and no part of the key.
 */
const plans = new Map<string, Outcome<Plan, PlanRefusal>>()

/** computePlan with the basis's coupon on it, remembered. */
export function cachedPlan(basis: PlanBasis, choice: PlanChoice): Outcome<Plan, PlanRefusal> {
  const key = keyOf(basis, choice)
  const known = plans.get(key)
  if (known !== undefined) return known
  const bare = computePlan(basis, choice)
  const couponed = bare.ok && basis.coupon !== undefined ? applyCoupon(bare.value, basis.coupon) : undefined
  const plan = couponed === undefined ? bare : ok(couponed)
  const [oldest] = plans.keys()
  if (plans.size >= MOST_PLANS && oldest !== undefined) plans.delete(oldest)
  plans.set(key, plan)
  return plan
}

function keyOf(
  { product, paySchedule, rules, effectiveDate, affordable, coupon }: PlanBasis,
  choice: PlanChoice,
): string {
  const parts = [product, paySchedule, rules, effectiveDate, affordable, coupon, choice]
  return JSON.stringify(parts, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}c` : value))
}
