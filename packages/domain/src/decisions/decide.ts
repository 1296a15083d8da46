import { assert } from '../assert.ts'
import { AmountResult, CustomerCategory, Military } from '../loans/codes.ts'
import { ZERO_CENTS } from '../money/cents.ts'
import type { Product } from '../portfolios/product.ts'
import { ask, type ConditionTrace } from './condition.ts'
import type { Decision, DecisionOutcome, DecisionReason, RuleTrace } from './decision.ts'
import type { CompleteFacts, Facts } from './facts.ts'
import { readableFact } from './fact-text.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { type AmountLimits, amountLimits } from './limits.ts'
import {
  type AmountReason,
  type LadderStep,
  type Policy,
  type RiskTier,
  type Rule,
  RULE_EFFECTS,
} from './policy.ts'

/** What a decision is made on; stored by its versions. */
export type DecisionBasis = { readonly policy: Policy; readonly products: readonly Product[] }

/** More principal reasons than four are not likely to help. Source: 12 CFR 1002.9(b)(2), comment 1. */
const MAXIMUM_REASONS = 4

const OUTCOME_OF = {
  block: 'blocked',
  decline: 'declined',
  incomeRetry: 'incomeRetry',
  refer: 'referred',
} as const satisfies Record<Rule['effect'], DecisionOutcome>

/**
 * Decides an application: every rule is asked and traced, the gravest that holds gives the outcome. Pure: the
 * same basis and facts always give the same answer, so a stored decision can be replayed. domain.md §6.
 */
export function decide(basis: DecisionBasis, facts: Facts): Decision {
  const { policy, products } = basis
  const complete: CompleteFacts = {
    ...facts,
    militaryProductOffered: products.some(({ kind }) => kind === 'military'),
  }
  const rules = policy.rules.map((rule) => ({ rule, trace: traceRule('rule', rule, complete, rule.effect) }))
  const tier = chooseTier(policy, complete)
  const ladder = chooseLadder(policy, complete)
  const product = productFor(products, facts)
  const limits = amountLimits(policy, product, { tier: tier.chosen, ladder: ladder.chosen }, facts)
  const hits = rules.filter(({ trace }) => trace.holds)
  const shortfall = amountShortfall(limits)
  const outcome = outcomeOf(
    hits.map(({ rule }) => rule),
    shortfall,
  )
  const offered = outcome === 'qualified' || outcome === 'referred'
  return {
    outcome,
    amountResult: amountResultOf(offered, facts),
    minimum: offered ? limits.minimum : ZERO_CENTS,
    maximum: offered ? limits.maximum : ZERO_CENTS,
    step: product.amountStep,
    tier: tier.chosen.code,
    productCode: product.productCode,
    review:
      outcome === 'referred' ? (hits.find(({ rule }) => rule.effect === 'refer')?.rule.review ?? null) : null,
    reasons: reasonsOf(hits, shortfall, limits, outcome),
    retriesLeft:
      outcome === 'incomeRetry' ? Math.max(0, policy.incomeRetry.attempts - facts.ibvAttemptsLast30Days) : 0,
    policyVersion: policy.version,
    productVersion: product.version,
    trace: [...rules.map(({ trace }) => trace), ...tier.trace, ...ladder.trace, ...limits.trace],
  }
}

type Conditional = Pick<Rule, 'code' | 'when'>

function traceRule(
  stage: RuleTrace['stage'],
  { code, when }: Conditional,
  facts: CompleteFacts,
  effect: RuleTrace['effect'] = null,
): RuleTrace {
  const conditions = when.map((condition) => ask(condition, facts))
  const holds = conditions.every((condition) => condition.holds)
  return { stage, code, effect, conditions, holds, applied: holds }
}

type Choice<T> = { readonly chosen: T; readonly trace: readonly RuleTrace[] }

function chooseTier(policy: Policy, facts: CompleteFacts): Choice<RiskTier> {
  const traces = policy.tiers.map((tier) => traceRule('tier', tier, facts))
  const index = traces.findIndex(({ holds }) => holds)
  const chosen = policy.tiers[index]
  assert(chosen !== undefined, 'the last tier has no conditions')
  return { chosen, trace: traces.map((trace, at) => ({ ...trace, applied: at === index })) }
}

/** New customers stand on no step; a returning customer on none is treated as new. */
function chooseLadder(policy: Policy, facts: CompleteFacts): Choice<LadderStep | undefined> {
  if (facts.customerCategory !== CustomerCategory.returning) return { chosen: undefined, trace: [] }
  const traces = policy.ladder.map((step) => traceRule('ladder', step, facts))
  const index = traces.findLastIndex(({ holds }) => holds)
  return {
    chosen: policy.ladder[index],
    trace: traces.map((trace, at) => ({ ...trace, applied: at === index })),
  }
}

/** Covered borrowers get the military product, everybody else the standard one. Source: 32 CFR 232.4(b). */
export function productFor(products: readonly Product[], facts: Pick<Facts, 'militaryStatus'>): Product {
  const standard = products.find(({ kind }) => kind === 'standard')
  assert(standard !== undefined, 'a portfolio has a standard product')
  if (facts.militaryStatus !== Military.military) return standard
  return products.find(({ kind }) => kind === 'military') ?? standard
}

function amountShortfall({ minimum, maximum, heldBy }: AmountLimits): AmountReason | null {
  if (maximum >= minimum) return null
  return heldBy === 'state' ? 'stateLimitBelowSmallestLoan' : 'incomeBelowSmallestLoan'
}

function outcomeOf(hits: readonly Rule[], shortfall: AmountReason | null): DecisionOutcome {
  const effects = new Set(hits.map(({ effect }) => effect))
  if (shortfall === 'incomeBelowSmallestLoan') effects.add('incomeRetry')
  if (shortfall === 'stateLimitBelowSmallestLoan') effects.add('decline')
  const gravest = RULE_EFFECTS.find((effect) => effects.has(effect))
  return gravest ? OUTCOME_OF[gravest] : 'qualified'
}

function amountResultOf(offered: boolean, facts: Facts): AmountResult {
  if (!offered) return AmountResult.unavailable
  return facts.accountMatched ? AmountResult.availableMatched : AmountResult.availableUnmatched
}

type Hit = { readonly rule: Rule; readonly trace: RuleTrace }

/**
 * The principal reasons: what stood against the loan, gravest first, in the policy's order. Referrals are
 * reasons only while nothing graver is; that income is too little for the smallest loan is one only where no
 * rule already said what is wrong with it.
 */
function reasonsOf(
  hits: readonly Hit[],
  shortfall: AmountReason | null,
  limits: AmountLimits,
  outcome: DecisionOutcome,
): readonly DecisionReason[] {
  const found = RULE_EFFECTS.flatMap((effect) =>
    effect === 'refer' && outcome !== 'referred' ? [] : hits.filter(({ rule }) => rule.effect === effect),
  ).map(({ rule, trace }) => ruleReason(rule.code, trace.conditions))
  const isOwnReason = shortfall === 'stateLimitBelowSmallestLoan' || found.length === 0
  if (shortfall && isOwnReason) {
    found.push({
      code: shortfall,
      actual: formatCurrency(limits.maximum),
      limit: formatCurrency(limits.minimum),
    })
  }
  return found.slice(0, MAXIMUM_REASONS)
}

function ruleReason(code: string, conditions: readonly ConditionTrace[]): DecisionReason {
  const [first] = conditions
  assert(first !== undefined, 'a rule has a condition')
  return {
    code,
    actual: readableFact(first.fact, first.actual),
    limit: readableFact(first.fact, first.value),
  }
}
