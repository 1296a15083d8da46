import { OriginatingSubStatus } from './loan-sub-status.ts'

/** Who reviews an application, in the older codes that still travel on the wire. Source: product.md §4. */
export const ReviewStatus = {
  customer: 20001,
  agent: 20002,
  underwriter: 20004,
  tribe: 20005,
  corrector: 20006,
} as const

export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]

/** A review as today's sub-status; `forCorrection` tells the two agent reviews apart. */
export interface Review {
  readonly subStatus: OriginatingSubStatus
  readonly forCorrection: boolean
}

const REVIEWS: Readonly<Record<ReviewStatus, Review>> = {
  [ReviewStatus.customer]: { subStatus: OriginatingSubStatus.customerReview, forCorrection: false },
  [ReviewStatus.agent]: { subStatus: OriginatingSubStatus.agentReview, forCorrection: false },
  [ReviewStatus.underwriter]: { subStatus: OriginatingSubStatus.underwriterReview, forCorrection: false },
  [ReviewStatus.tribe]: { subStatus: OriginatingSubStatus.tribeReview, forCorrection: false },
  [ReviewStatus.corrector]: { subStatus: OriginatingSubStatus.agentReview, forCorrection: true },
}

/** The review that an older code stands for. */
export function reviewOf(code: ReviewStatus): Review {
  return REVIEWS[code]
}

/** The older code of a review; null where there is none (auto validation, non-voice agent review, blocked). */
export function reviewStatusOf(review: Review): ReviewStatus | null {
  const codes = Object.values(ReviewStatus)
  const found = codes.find(
    (code) =>
      REVIEWS[code].subStatus === review.subStatus && REVIEWS[code].forCorrection === review.forCorrection,
  )
  return found ?? null
}
