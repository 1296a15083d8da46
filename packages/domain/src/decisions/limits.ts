import { type Cents, cents, moneyToWire } from '../money/cents.ts'
import type { Product } from '../portfolios/product.ts'
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

/** `percent` of an amount, rounded down to the cent: a limit is never rounded in the borrower's disfavor. */
export function percentOf(amount: Cents, percent: number): Cents {
  return cents((amount * BigInt(percent)) / 100n)
}

/** Where the policy places an applicant. */
interface PolicyPlacement {
  readonly tier: RiskTier
  /** Undefined for new customers. */
  readonly ladder: LadderStep | undefined
}

/** All upper bounds of the amount. Source: domain.md §6. */
export function amountLimits(
  policy: Policy,
  product: Product,
  { tier, ladder }: PolicyPlacement,
  facts: Facts,
): AmountLimits {
  const range = ladder ? policy.limits.returning : policy.limits.new
  const sharePercent = tier.incomeSharePercent + (ladder?.extraIncomeSharePercent ?? 0)
  const income = incomePerPayPeriod(facts.monthlyNetIncome, policy.limits.payPeriodsPerYear)
  const bounds: Bound[] = [
    { code: 'product', amount: product.maximumAmount, percent: null },
    { code: 'category', amount: range.maximum, percent: null },
    ladder
      ? { code: 'ladder', amount: ladder.maximum, percent: null }
      : { code: 'tier', amount: tier.newMaximum, percent: null },
    { code: 'incomeShare', amount: percentOf(income, sharePercent), percent: sharePercent },
    ...stateBounds(policy, facts),
  ]
  const lowest = bounds.reduce((low, bound) => (bound.amount < low.amount ? bound : low))
  return {
    minimum: range.minimum > product.minimumAmount ? range.minimum : product.minimumAmount,
    maximum: roundDownToStep(lowest.amount, product),
    heldBy: lowest.code,
    trace: bounds.map(({ code, amount, percent }) => ({
      stage: 'limit',
      code,
      amount: moneyToWire(amount),
      percent,
      applied: code === lowest.code,
    })),
  }
}

type Bound = { readonly code: LimitCode; readonly amount: Cents; readonly percent: number | null }

function stateBounds(policy: Policy, facts: Facts): Bound[] {
  const limit = policy.limits.states.find(({ state }) => state === facts.state)
  if (!limit) return []
  const bounds: Bound[] = [{ code: 'state', amount: limit.maximum, percent: null }]
  const percent = limit.monthlyIncomeSharePercent
  if (percent !== undefined) {
    bounds.push({ code: 'stateIncomeShare', amount: percentOf(facts.monthlyNetIncome, percent), percent })
  }
  return bounds
}

/** Steps are counted from zero, as all shipped minimums are multiples of them. */
function roundDownToStep(amount: Cents, product: Product): Cents {
  return cents(amount - (amount % product.amountStep))
}
