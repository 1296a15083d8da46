import type { LoanFlag } from './loan-flag.ts'
import type { LoanSubStatus } from './loan-sub-status.ts'

/** Who reviews an application, in the older codes that stand on the wire beside the sub-status. Source: product.md §4. */
export const ReviewStatus = {
  customer: 20001,
  agent: 20002,
  underwriter: 20004,
  tribe: 20005,
  corrector: 20006,
} as const

export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]

const CODES: Readonly<Partial<Record<LoanSubStatus, ReviewStatus>>> = {
  customerReview: ReviewStatus.customer,
  agentReview: ReviewStatus.agent,
  underwriterReview: ReviewStatus.underwriter,
  tribeReview: ReviewStatus.tribe,
}

/**
 * The older code of a loan's review; null where there is none (auto validation, non-voice agent review, blocked, and
 * every status without a review). An agent review is the corrector's while steps that an edit made stale still have to
 * be corrected (our decision: the specification gives the code without its condition).
 */
export function reviewStatusOf({
  subStatus,
  flags,
}: {
  readonly subStatus: LoanSubStatus | null
  readonly flags: readonly LoanFlag[]
}): ReviewStatus | null {
  const code = subStatus === null ? undefined : CODES[subStatus]
  return code === ReviewStatus.agent && flags.length > 0 ? ReviewStatus.corrector : (code ?? null)
}
