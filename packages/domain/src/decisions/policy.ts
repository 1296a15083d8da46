import type { Cents } from '../money/cents.ts'
import type { Localized } from '../portfolios/localized.ts'
import type { Condition } from './condition.ts'

/** What a rule does when all its conditions hold, gravest first: the gravest hit decides. */
export const RULE_EFFECTS = ['block', 'decline', 'incomeRetry', 'refer'] as const
export type RuleEffect = (typeof RULE_EFFECTS)[number]

/** Which person looks at a referred application. product.md §4, originating sub-statuses. */
export const REVIEW_KINDS = ['agentReview', 'underwriterReview', 'nonVoiceAgentReview'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** A knock-out, or a referral to a person. Holds when every condition does. */
export type Rule = {
  readonly code: string
  readonly effect: RuleEffect
  /** For `refer` only. */
  readonly review?: ReviewKind
  readonly when: readonly Condition[]
}

/** One of five; the first whose conditions all hold is taken, the last has none. */
export type RiskTier = {
  readonly code: string
  readonly when: readonly Condition[]
  /** Most that may be lent, as percent of verified income per pay period. */
  readonly incomeSharePercent: number
  /** Most that a new customer of this tier may have. */
  readonly newMaximum: Cents
}

/** A step of the returning-customer ladder; the last whose conditions all hold is taken. */
export type LadderStep = {
  readonly code: string
  readonly when: readonly Condition[]
  readonly maximum: Cents
  /** Added to the tier's share of income. */
  readonly extraIncomeSharePercent: number
}

/** A sign of risk; holds when every condition does. */
export type RiskSignal = { readonly code: string; readonly when: readonly Condition[] }

/** When the bank's transactions make a high-risk report: as soon as so many signals hold. */
export type RiskPolicy = { readonly signals: readonly RiskSignal[]; readonly highRiskFrom: number }

export type AmountRange = { readonly minimum: Cents; readonly maximum: Cents }

/** What a state allows, whatever the policy would. */
export type StateLimit = {
  readonly state: string
  readonly maximum: Cents
  /** Percent of verified monthly net income. */
  readonly monthlyIncomeSharePercent?: number
}

export type PolicyLimits = {
  readonly new: AmountRange
  readonly returning: AmountRange
  /** Pay periods that a year of income is parted into: 26, as installments are at most bi-weekly. */
  readonly payPeriodsPerYear: number
  /** Most that one installment may take of the income of one pay period, percent; for the plan picker. */
  readonly installmentSharePercent: number
  readonly states: readonly StateLimit[]
}

/** Why, in three voices. `{actual}` and `{limit}` stand for the applicant's figure and the policy's. */
export type ReasonText = {
  /** To the borrower, specific. */
  readonly reason: Localized
  /** To the borrower: what would change the outcome. */
  readonly change: Localized
  /** As Regulation B's sample form C-1 words principal reasons. */
  readonly regB: Localized
}

/** Reasons that come from the amount and not from a rule; every policy words them too. */
export const AMOUNT_REASONS = ['incomeBelowSmallestLoan', 'stateLimitBelowSmallestLoan'] as const
export type AmountReason = (typeof AMOUNT_REASONS)[number]

/** A portfolio's decision policy at one version. Data under `data/portfolios/<id>/policy.json`. */
export type Policy = {
  readonly portfolioId: number
  readonly version: number
  readonly rules: readonly Rule[]
  readonly tiers: readonly RiskTier[]
  readonly ladder: readonly LadderStep[]
  readonly riskReport: RiskPolicy
  readonly limits: PolicyLimits
  /** How often IBV may be repeated after an income cause. */
  readonly incomeRetry: { readonly attempts: number; readonly days: number }
  readonly offerValidDays: number
  /** Who says that an applicant is a covered borrower: either of both, which is also where it is absent, or the database alone. */
  readonly coveredBorrowerBy?: 'applicantOrDatabase' | 'database' | undefined
  readonly reasons: Readonly<Record<string, ReasonText>>
}
