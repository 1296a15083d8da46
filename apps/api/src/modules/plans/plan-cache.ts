import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { applyCoupon } from '@dolphin/domain/coupons/apply-coupon'
import { ok, type Outcome } from '@dolphin/domain/outcome'
import {
  computePlan,
  type Plan,
  type PlanBasis,
  type PlanChoice,
  type PlanRefusal,
} from '@dolphin/domain/plans/plan'
import { LRUCache } from 'lru-cache'

const MOST_PLANS = 2_000

/**
 * Plans computed lately, by all that they follow from. A plan with its APR takes some milliseconds, and a slider
 * asks for the same ones again and again. They hold for one set of bank closings, which is no part of the key.
 */
const plans = new LRUCache<string, Outcome<Plan, PlanRefusal>>({ max: MOST_PLANS })
let closings: BankCalendar['closings'] | undefined

/** computePlan with the basis's coupon on it, remembered. */
export function cachedPlan(basis: PlanBasis, choice: PlanChoice): Outcome<Plan, PlanRefusal> {
  if (basis.calendar.closings !== closings) {
    plans.clear()
    closings = basis.calendar.closings
  }
  const key = keyOf(basis, choice)
  const known = plans.get(key)
  if (known !== undefined) return known
  const bare = computePlan(basis, choice)
  const couponed = bare.ok && basis.coupon !== undefined ? applyCoupon(bare.value, basis.coupon) : undefined
  const plan = couponed === undefined ? bare : ok(couponed)
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
