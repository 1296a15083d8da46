import { formatCurrency } from '../money/currency-format.ts'
import { parseMoney } from '../money/cents.ts'
import { inEachLanguage, type Localized } from '../portfolios/localized.ts'
import type { ConditionTrace, Operator } from './condition.ts'
import type { Decision, DecisionReason, LimitCode, LimitTrace, RuleTrace } from './decision.ts'
import { FACT_LABELS, readableFact } from './fact-text.ts'
import type { Policy, RuleEffect } from './policy.ts'

/** A reason in the three voices of the policy, with the applicant's figures in place, in every language. */
export type ReasonInWords = {
  readonly reason: Localized
  readonly change: Localized
  readonly regB: Localized
}

/** What the borrower reads: the specific reason, what would change it, and the notice's wording of it. */
export function reasonInWords(policy: Policy, reason: DecisionReason): ReasonInWords {
  const words = policy.reasons[reason.code]
  if (!words) throw new Error(`policy ${policy.portfolioId} has no words for reason ${reason.code}`)
  const filled = (text: Localized) =>
    inEachLanguage((locale) =>
      text[locale].replaceAll('{actual}', () => reason.actual).replaceAll('{limit}', () => reason.limit),
    )
  return {
    reason: filled(words.reason),
    change: filled(words.change),
    regB: filled(words.regB),
  }
}

const OUTCOME_TEXT: Readonly<Record<Decision['outcome'], string>> = {
  qualified: 'Qualified',
  referred: 'Referred to a person',
  incomeRetry: 'No amount on this income; the bank may be linked again',
  declined: 'Declined',
  blocked: 'Blocked',
  countered: 'Countered with a lower amount',
}

const EFFECT_TEXT: Readonly<Record<RuleEffect, string>> = {
  block: 'blocks',
  decline: 'declines',
  incomeRetry: 'leaves no amount on this income',
  refer: 'refers to a person',
}

const OPERATOR_TEXT: Readonly<Record<Operator, string>> = {
  is: 'is',
  isNot: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  lessThan: 'is less than',
  atMost: 'is at most',
  atLeast: 'is at least',
  moreThan: 'is more than',
}

const LIMIT_TEXT: Readonly<Record<LimitCode, string>> = {
  product: 'the product allows',
  category: 'new or returning customers may have',
  tier: 'the risk tier allows',
  ladder: 'the step of the returning-customer ladder allows',
  incomeShare: 'the share of income per pay period allows',
  state: 'the state allows',
  stateIncomeShare: 'the state, as a share of monthly income, allows',
}

/** The outcome in one sentence, with the range where there is one. */
export function decisionHeadline(decision: Decision): string {
  const { outcome, minimum, maximum, step, tier, productCode } = decision
  if (maximum === 0n) return `${OUTCOME_TEXT[outcome]}.`
  const range = `${formatCurrency(minimum)} to ${formatCurrency(maximum)} in steps of ${formatCurrency(step)}`
  return `${OUTCOME_TEXT[outcome]}: ${range}, tier ${tier}, product ${productCode}.`
}

/** What one rule, tier or step asked, and what came of it. */
export function ruleSentence({ stage, code, effect, conditions, holds, applied }: RuleTrace): string {
  const asked = conditions.length === 0 ? 'no condition' : conditions.map(conditionText).join('; ')
  if (effect !== null) return `Rule ${code} ${holds ? EFFECT_TEXT[effect] : 'does not apply'}: ${asked}.`
  const name = stage === 'tier' ? 'Tier' : 'Ladder step'
  return `${name} ${code} ${applied ? 'is taken' : 'is not taken'}: ${asked}.`
}

function conditionText(condition: ConditionTrace): string {
  const { fact, actual, holds } = condition
  const asked = `"${FACT_LABELS[fact]}" ${boundOf(condition)}`
  return `${asked}? ${holds ? 'yes' : 'no'}, it is ${readableFact(fact, actual)}`
}

const boundOf = ({ fact, operator, value }: ConditionTrace): string =>
  `${OPERATOR_TEXT[operator]} ${readableFact(fact, value)}`

/** One fact beside what a rule asked of it, for a person to read. */
export interface AskedFact {
  readonly rule: string
  readonly fact: string
  /** What it is: "$3,212.41". */
  readonly value: string
  /** What the rule asks: "is less than $1,200.00". */
  readonly bound: string
  /** What the rule does where all that it asks holds: "refers to a person". */
  readonly effect: string
  /** The rule did so. */
  readonly fired: boolean
}

/** Every fact that the rules of a decision asked, those of rules that fired first, else in the policy's order. */
export function askedFacts({ trace }: Pick<Decision, 'trace'>): readonly AskedFact[] {
  const asked = trace.flatMap((entry) => {
    if (entry.stage === 'limit' || entry.effect === null) return []
    const { code, effect, holds, conditions } = entry
    return conditions.map((condition) => ({
      rule: code,
      fact: FACT_LABELS[condition.fact],
      value: readableFact(condition.fact, condition.actual),
      bound: boundOf(condition),
      effect: EFFECT_TEXT[effect],
      fired: holds,
    }))
  })
  return asked.toSorted((one, other) => Number(other.fired) - Number(one.fired))
}

/** One upper bound of the amount. */
export function limitSentence({ code, amount, applied }: LimitTrace): string {
  const money = parseMoney(amount)
  const text = money === undefined ? amount : formatCurrency(money)
  return `At most ${text}: ${LIMIT_TEXT[code]}${applied ? ' (the bound that held)' : ''}.`
}
