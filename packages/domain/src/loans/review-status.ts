import { type LoanFlag, type LoanSubStatus, OriginatingSubStatus, ReviewStatus } from './codes.ts'

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

/** Where an employee, and not the borrower, acts next. */
export const STAFF_REVIEWS: readonly OriginatingSubStatus[] = [
  OriginatingSubStatus.agentReview,
  OriginatingSubStatus.nonVoiceAgentReview,
  OriginatingSubStatus.underwriterReview,
  OriginatingSubStatus.tribeReview,
  OriginatingSubStatus.blocked,
]

/** Whether an employee reviews an application. A sub-status occurs under one status alone. */
export const isUnderReview = ({ subStatus }: { readonly subStatus: LoanSubStatus | null }): boolean =>
  STAFF_REVIEWS.some((review) => review === subStatus)
