import type { AmountResult } from '../loans/codes.ts'
import type { Cents } from '../money/cents.ts'
import type { ConditionTrace } from './condition.ts'
import type { ReviewKind, RuleEffect } from './policy.ts'

/** What a decision comes to. A policy never counters: a person does (docs/decisions/counteroffers.md). */
export type DecisionOutcome = 'qualified' | 'referred' | 'incomeRetry' | 'declined' | 'blocked' | 'countered'

/** One of at most four principal reasons; its words are in the policy's reasons table. */
export type DecisionReason = {
  readonly code: string
  /** The applicant's figure and the policy's, as people read them; empty where the rule has none. */
  readonly actual: string
  readonly limit: string
}

/** One rule, tier or step of the ladder, with what it asked. */
export type RuleTrace = {
  readonly stage: 'rule' | 'tier' | 'ladder'
  readonly code: string
  readonly effect: RuleEffect | null
  readonly conditions: readonly ConditionTrace[]
  /** All conditions held; for tiers and ladder more than one may hold. */
  readonly holds: boolean
  /** It had its effect: every holding rule, and the one tier and step that were taken. */
  readonly applied: boolean
}

export const LIMIT_CODES = [
  'product',
  'category',
  'tier',
  'ladder',
  'incomeShare',
  'state',
  'stateIncomeShare',
] as const
export type LimitCode = (typeof LIMIT_CODES)[number]

/** One upper bound of the amount; the lowest is the one that held. Money as "500.00". */
export type LimitTrace = {
  readonly stage: 'limit'
  readonly code: LimitCode
  readonly amount: string
  /** Share of income that it is, percent; null where it is a sum of its own. */
  readonly percent: number | null
  readonly applied: boolean
}

export type DecisionTrace = readonly (RuleTrace | LimitTrace)[]

/** The whole answer of a policy. Amounts are zero where there is no offer. */
export type Decision = {
  readonly outcome: DecisionOutcome
  readonly amountResult: AmountResult
  readonly minimum: Cents
  /** Rounded down to the step. */
  readonly maximum: Cents
  readonly step: Cents
  readonly tier: string
  readonly productCode: string
  /** Who looks at it, for `referred`. */
  readonly review: ReviewKind | null
  readonly reasons: readonly DecisionReason[]
  /** How often the bank may still be linked again, for `incomeRetry`. */
  readonly retriesLeft: number
  readonly policyVersion: number
  readonly productVersion: number
  readonly trace: DecisionTrace
}
