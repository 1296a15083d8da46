import type { Localized } from '../../portfolios/localized.ts'
import { assert } from '../../assert.ts'
import { coveringAuthorization } from './covering-authorization.ts'
import type { DebitAttempt, DebitGuardFacts } from './debit-attempt.ts'
import { DEBIT_RULES } from './debit-rules.ts'
import type { GuardRule } from './guard-rule.ts'
import { HISTORY_RULES } from './history-rules.ts'
import { STANDING_RULES } from './standing-rules.ts'

const RULES = [...STANDING_RULES, ...HISTORY_RULES, ...DEBIT_RULES]

/** The name under which a rule denies; stored with each decision. */
export type GuardRuleId = (typeof RULES)[number]['id']

/** Every rule, in the order in which they are asked: the first that denies gives the answer. */
export const GUARD_RULES: readonly GuardRule<GuardRuleId>[] = RULES

/** The rule that an allowed debit is stored with. */
export const ALL_RULES_HOLD = 'allRulesHold'

/** One rule and what it said. */
export interface TracedRule {
  readonly rule: GuardRuleId
  readonly citation: string
  readonly denied: boolean
}

/** The answer to an attempt. Every rule is asked, so the trace shows what else stands in the way. */
export type GuardAnswer =
  | {
      readonly allowed: true
      readonly rule: typeof ALL_RULES_HOLD
      /** The permission that the debit is made under. */
      readonly authorizationNo: string
      readonly trace: readonly TracedRule[]
    }
  | {
      readonly allowed: false
      readonly rule: GuardRuleId
      readonly citation: string
      readonly words: Localized
      readonly mayPass: boolean
      readonly trace: readonly TracedRule[]
    }

/**
 * Whether money may be taken, and by which rule not. The one place that decides it: batch, pages and operations all
 * ask it. Source: domain.md §9; design/security.md I4, I6, I7, I8.
 */
export function guardDebit(facts: DebitGuardFacts, attempt: DebitAttempt): GuardAnswer {
  const covering = coveringAuthorization(facts, attempt)
  const answers = GUARD_RULES.map((rule) => ({ rule, denial: rule.check({ facts, attempt, covering }) }))
  const trace = answers.map(({ rule, denial }) => ({
    rule: rule.id,
    citation: rule.citation,
    denied: denial !== null,
  }))
  for (const { rule, denial } of answers) {
    if (denial !== null) return { allowed: false, rule: rule.id, citation: rule.citation, ...denial, trace }
  }
  assert(covering !== null, 'without a permission the rule `authorized` denies')
  return { allowed: true, rule: ALL_RULES_HOLD, authorizationNo: covering.authorizationNo, trace }
}
