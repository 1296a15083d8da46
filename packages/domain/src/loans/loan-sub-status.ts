/**
 * What exactly holds or moves a loan within its status. The specification names them without numbers, so the
 * keys themselves travel and are stored; no key occurs in two groups.
 *
 * Source: product.md §4.
 */
export const OriginatingSubStatus = {
  customerReview: 'customerReview',
  agentReview: 'agentReview',
  underwriterReview: 'underwriterReview',
  tribeReview: 'tribeReview',
  autoValidation: 'autoValidation',
  nonVoiceAgentReview: 'nonVoiceAgentReview',
  blocked: 'blocked',
} as const

export type OriginatingSubStatus = (typeof OriginatingSubStatus)[keyof typeof OriginatingSubStatus]

/** Why no payment is taken from a suspended loan. Source: product.md §4. */
export const SuspendedSubStatus = {
  badStanding: 'badStanding',
  hardReturn: 'hardReturn',
  cccs: 'cccs',
  bankruptcy: 'bankruptcy',
  noFuturePayment: 'noFuturePayment',
  miscellaneous: 'miscellaneous',
  activeDuty: 'activeDuty',
} as const

export type SuspendedSubStatus = (typeof SuspendedSubStatus)[keyof typeof SuspendedSubStatus]

/** How far the collection of a past-due loan has come. Source: product.md §4. */
export const CollectingSubStatus = {
  settled: 'settled',
  notified: 'notified',
  pocketed: 'pocketed',
  accepted: 'accepted',
  rePlanned: 'rePlanned',
  rejected: 'rejected',
  cleared: 'cleared',
} as const

export type CollectingSubStatus = (typeof CollectingSubStatus)[keyof typeof CollectingSubStatus]

/** How a loan ended. Source: product.md §4. */
export const TerminatedSubStatus = {
  voided: 'voided',
  paidOff: 'paidOff',
  cancelled: 'cancelled',
} as const

export type TerminatedSubStatus = (typeof TerminatedSubStatus)[keyof typeof TerminatedSubStatus]

export type LoanSubStatus =
  | OriginatingSubStatus
  | SuspendedSubStatus
  | CollectingSubStatus
  | TerminatedSubStatus
