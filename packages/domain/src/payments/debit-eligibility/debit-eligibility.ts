import type { Localized } from '../../portfolios/localized.ts'
import { assert } from '../../assert.ts'
import { coveringAuthorization } from './covering-authorization.ts'
import type { DebitAttempt, DebitEligibilityFacts } from './debit-attempt.ts'
import { DEBIT_RULES } from './debit-rules.ts'
import type { EligibilityRule } from './eligibility-rule.ts'
import { HISTORY_RULES } from './history-rules.ts'
import { LOAN_RULES } from './loan-rules.ts'

const RULES = [...LOAN_RULES, ...HISTORY_RULES, ...DEBIT_RULES]

/** The name under which a rule denies; stored with each decision. */
export type EligibilityRuleId = (typeof RULES)[number]['id']

/** Every rule, in the order in which they are asked: the first that denies gives the answer. */
export const ELIGIBILITY_RULES: readonly EligibilityRule<EligibilityRuleId>[] = RULES

/** The rule that an allowed debit is stored with. */
export const ALL_RULES_HOLD = 'allRulesHold'

/** One rule and what it said. */
export interface TracedRule {
  readonly rule: EligibilityRuleId
  readonly citation: string
  readonly ineligible: boolean
}

/** The answer to an attempt. Every rule is asked, so the trace shows what else stands in the way. */
export type EligibilityResult =
  | {
      readonly allowed: true
      readonly rule: typeof ALL_RULES_HOLD
      /** The authorization that the debit is made under. */
      readonly authorizationNo: string
      readonly trace: readonly TracedRule[]
    }
  | {
      readonly allowed: false
      readonly rule: EligibilityRuleId
      readonly citation: string
      readonly words: Localized
      readonly mayPass: boolean
      readonly trace: readonly TracedRule[]
    }

/**
 * Whether money may be taken, and by which rule not. The one place that decides it: batch, pages and operations all
 * ask it. Source: domain.md §9; design/security.md I4, I6, I7, I8.
 */
export function checkDebitEligibility(
  facts: DebitEligibilityFacts,
  attempt: DebitAttempt,
): EligibilityResult {
  const covering = coveringAuthorization(facts, attempt)
  const results = ELIGIBILITY_RULES.map((rule) => ({
    rule,
    ineligible: rule.check({ facts, attempt, covering }),
  }))
  const trace = results.map(({ rule, ineligible }) => ({
    rule: rule.id,
    citation: rule.citation,
    ineligible: ineligible !== null,
  }))
  for (const { rule, ineligible } of results) {
    if (ineligible !== null)
      return { allowed: false, rule: rule.id, citation: rule.citation, ...ineligible, trace }
  }
  assert(covering !== null, 'without an authorization the rule `authorized` denies')
  return { allowed: true, rule: ALL_RULES_HOLD, authorizationNo: covering.authorizationNo, trace }
}
