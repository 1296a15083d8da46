/**
 * Where a loan stands in its life; only loan-life.ts moves it.
 *
 * Source: product.md §4.
 */
export const LoanStatus = {
  initializing: 101,
  originating: 102,
  withdrawn: 103,
  approved: 104,
  pending: 201,
  disbursed: 202,
  processing: 203,
  suspended: 204,
  collecting: 205,
  terminated: 206,
} as const

export type LoanStatus = (typeof LoanStatus)[keyof typeof LoanStatus]

/** An application: not approved and not over. */
export const APPLYING_STATUSES: readonly LoanStatus[] = [LoanStatus.initializing, LoanStatus.originating]

/** On its way to being repaid: a customer has one such application or loan at a time. */
export const UNDERWAY_STATUSES: readonly LoanStatus[] = [
  ...APPLYING_STATUSES,
  LoanStatus.approved,
  LoanStatus.pending,
  LoanStatus.disbursed,
]

/** Its schedule is collected. */
export const RUNNING_STATUSES: readonly LoanStatus[] = [LoanStatus.disbursed, LoanStatus.processing]

/** Funded, and its schedule is collected no more. */
export const OFF_SCHEDULE_STATUSES: readonly LoanStatus[] = [LoanStatus.suspended, LoanStatus.collecting]

/** Funded and not ended. */
export const LIVE_STATUSES: readonly LoanStatus[] = [...RUNNING_STATUSES, ...OFF_SCHEDULE_STATUSES]

/** Its money is on the way, or owed. */
export const OUTSTANDING_STATUSES: readonly LoanStatus[] = [LoanStatus.pending, ...LIVE_STATUSES]

/** Its money was paid out, whether it is still owed or not. */
export const FUNDED_STATUSES: readonly LoanStatus[] = [...LIVE_STATUSES, LoanStatus.terminated]

/** Nothing comes after it. */
export const OVER_STATUSES: readonly LoanStatus[] = [LoanStatus.withdrawn, LoanStatus.terminated]

/** The status by its name, for tables and logs. */
export type LoanStatusName = keyof typeof LoanStatus

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

/**
 * A step that an edit has made stale and that the borrower is led through again.
 *
 * Source: product.md §3.
 */
export const LoanFlag = {
  recreateRequestCode: 10000,
  recalculateLoanAmount: 10001,
  recalculatePaymentPlan: 10002,
  reSignLoanAgreement: 10003,
} as const

export type LoanFlag = (typeof LoanFlag)[keyof typeof LoanFlag]

/**
 * Which of its six faces the home page shows.
 *
 * Source: product.md §4.
 */
export const HomeFlag = {
  noLoanAmount: 1,
  prepareApplication: 2,
  unsigned: 3,
  inProgress: 4,
  repaymentLoan: 5,
  repairInformation: 6,
} as const

export type HomeFlag = (typeof HomeFlag)[keyof typeof HomeFlag]

/**
 * The six steps that a waiting borrower is shown.
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

/**
 * The pages under /notification/{code}.
 *
 * Source: product.md §4; 202 and 206 have no name there, theirs follow the decided wording of those pages.
 */
export const NotificationCode = {
  pendingNote: 101,
  applicationSuccess: 102,
  paymentSuccess: 103,
  bankStatementUploadSuccess: 104,
  notInCustomerReview: 201,
  bankLinkChecking: 202,
  noQualifiedAmount: 203,
  paperCheck: 204,
  cancelUpload: 205,
  stepAlreadyDone: 206,
  withdrawn: 301,
  invalidLink: 302,
} as const

export type NotificationCode = (typeof NotificationCode)[keyof typeof NotificationCode]

/** Who reviews an application, in the older codes that still travel on the wire. Source: product.md §4. */
export const ReviewStatus = {
  customer: 20001,
  agent: 20002,
  underwriter: 20004,
  tribe: 20005,
  corrector: 20006,
} as const

export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]

/**
 * How one signing session stands. Only `signed` leads to the success flow.
 *
 * Source: product.md §4.
 */
export const SignStatus = {
  notSigned: 0,
  signed: 1,
  expired: 2,
  cancelled: 3,
  voided: 4,
  suspended: 5,
} as const

/** Still to be signed, or paused. */
export const OPEN_SIGN_STATUSES: readonly SignStatus[] = [SignStatus.notSigned, SignStatus.suspended]

export type SignStatus = (typeof SignStatus)[keyof typeof SignStatus]

/**
 * What came of asking for a loan amount.
 *
 * Source: product.md §3.
 */
export const AmountResult = {
  availableMatched: 1,
  availableUnmatched: 2,
  unavailable: 3,
} as const

export type AmountResult = (typeof AmountResult)[keyof typeof AmountResult]

/**
 * Whether a coupon can be used.
 *
 * Source: product.md §3.
 */
export const CouponStatus = {
  notValid: -1,
  inEffect: 1,
} as const

export type CouponStatus = (typeof CouponStatus)[keyof typeof CouponStatus]

/**
 * Whether the borrower has had a loan here before.
 *
 * Source: product.md §3.
 */
export const CustomerCategory = {
  new: 1,
  returning: 2,
} as const

export type CustomerCategory = (typeof CustomerCategory)[keyof typeof CustomerCategory]

/**
 * Whether the borrower is a covered member of the military, as far as is known.
 *
 * Source: product.md §3.
 */
export const Military = {
  military: 1,
  unknown: 0,
  notMilitary: -1,
} as const

export type Military = (typeof Military)[keyof typeof Military]

/**
 * Why an application is still incomplete: the reasons of a notice of incomplete application.
 *
 * Source: product.md §3.
 */
export const NoiaSituation = {
  notSubmitted: 201,
  noIbv: 202,
  notVerified: 203,
  notQualified: 204,
} as const

export type NoiaSituation = (typeof NoiaSituation)[keyof typeof NoiaSituation]

/**
 * What the risk report on a loan says.
 *
 * Source: product.md §3.
 */
export const RiskReport = {
  highRisk: 1,
  noRisk: 0,
  noReport: -1,
} as const

export type RiskReport = (typeof RiskReport)[keyof typeof RiskReport]
