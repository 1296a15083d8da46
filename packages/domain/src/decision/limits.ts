import { type Cents, cents, moneyToWire } from '../money/cents.ts'
import type { Product } from '../portfolio/product.ts'
import { type LimitCode, type LimitTrace } from './decision.ts'
import type { Facts } from './facts.ts'
import type { LadderStep, Policy, RiskTier } from './policy.ts'

const MONTHS_PER_YEAR = 12n

/** The range an applicant could have, before it is known whether anything is left of it. */
export type AmountLimits = {
  readonly minimum: Cents
  /** Lowest of all bounds, rounded down to the product's step; may be below the minimum. */
  readonly maximum: Cents
  /** The bound that held: the first of the lowest, in the order of LIMIT_CODES. */
  readonly heldBy: LimitCode
  readonly trace: readonly LimitTrace[]
}

/**
 * Verified income of one pay period: monthly net income × 12 / periods per year, rounded down to the cent.
 * Source: domain.md §7 (monthly net income × 12 / 26), ours for all cadences so that equal incomes qualify alike.
 */
export function incomePerPayPeriod(monthlyNetIncome: Cents, payPeriodsPerYear: number): Cents {
  return cents((monthlyNetIncome * MONTHS_PER_YEAR) / BigInt(payPeriodsPerYear))
}

/** `percent` of an amount, rounded down to the cent: a limit is never rounded in the borrower's disfavour. */
export function percentOf(amount: Cents, percent: number): Cents {
  return cents((amount * BigInt(percent)) / 100n)
}

/** All upper bounds of the amount. Source: domain.md §6. */
export function amountLimits(
  policy: Policy,
  product: Product,
  tier: RiskTier,
  ladder: LadderStep | undefined,
  facts: Facts,
): AmountLimits {
  const range = ladder ? policy.limits.returning : policy.limits.new
  const bounds: [LimitCode, Cents][] = [
    ['product', product.maximumAmount],
    ['category', range.maximum],
    ladder ? ['ladder', ladder.maximum] : ['tier', tier.newMaximum],
    ['incomeShare', incomeShare(policy, tier, ladder, facts)],
    ...stateBounds(policy, facts),
  ]
  const [heldBy, lowest] = bounds.reduce((low, bound) => (bound[1] < low[1] ? bound : low))
  return {
    minimum: range.minimum > product.minimumAmount ? range.minimum : product.minimumAmount,
    maximum: roundDownToStep(lowest, product),
    heldBy,
    trace: bounds.map(([code, amount]) => ({
      stage: 'limit',
      code,
      amount: moneyToWire(amount),
      applied: code === heldBy,
    })),
  }
}

function incomeShare(policy: Policy, tier: RiskTier, ladder: LadderStep | undefined, facts: Facts): Cents {
  const share = tier.incomeSharePercent + (ladder?.extraIncomeSharePercent ?? 0)
  return percentOf(incomePerPayPeriod(facts.monthlyNetIncome, policy.limits.payPeriodsPerYear), share)
}

function stateBounds(policy: Policy, facts: Facts): [LimitCode, Cents][] {
  const limit = policy.limits.states.find(({ state }) => state === facts.state)
  if (!limit) return []
  const bounds: [LimitCode, Cents][] = [['state', limit.maximum]]
  if (limit.monthlyIncomeSharePercent !== undefined) {
    bounds.push(['stateIncomeShare', percentOf(facts.monthlyNetIncome, limit.monthlyIncomeSharePercent)])
  }
  return bounds
}

/** Steps are counted from zero, as all shipped minimums are multiples of them. */
function roundDownToStep(amount: Cents, product: Product): Cents {
  return cents(amount - (amount % product.amountStep))
}
