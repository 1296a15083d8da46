/**
 * The six steps that a waiting borrower is shown; tracker-step.ts computes them from the loan.
 *
 * Source: product.md §4.
 */
export const TrackerStep = {
  applicationSubmitted: 1,
  preUnderwriterReview: 2,
  applicationApproved: 3,
  fundingInProgress: 4,
  fundingCompleted: 5,
  exception: 6,
} as const

export type TrackerStep = (typeof TrackerStep)[keyof typeof TrackerStep]
