import type { LoanStatusName, LoanSubStatus } from './codes.ts'

/** A status, with its sub-status where the status has any. */
export type LoanPlace = LoanStatusName | `${LoanStatusName}/${LoanSubStatus}`

export interface LoanEdge {
  readonly from: readonly LoanPlace[]
  readonly to: LoanPlace
  /** Only in portfolios that have a tribe review. */
  readonly needsTribeReview?: true
}

const CUSTOMER = 'originating/customerReview'
const AGENT = 'originating/agentReview'
const NON_VOICE = 'originating/nonVoiceAgentReview'
const UNDERWRITER = 'originating/underwriterReview'
const TRIBE = 'originating/tribeReview'
const VALIDATION = 'originating/autoValidation'
const BLOCKED = 'originating/blocked'

/** Before the money is on its way; from here a loan can still be withdrawn. */
const WITHDRAWABLE = [
  'initializing',
  CUSTOMER,
  AGENT,
  NON_VOICE,
  UNDERWRITER,
  TRIBE,
  VALIDATION,
  BLOCKED,
  'approved',
] as const

/** Suspended for a reason that leaves days to count. */
const SUSPENDED_COUNTING = [
  'suspended/badStanding',
  'suspended/hardReturn',
  'suspended/cccs',
  'suspended/noFuturePayment',
  'suspended/miscellaneous',
] as const

/** Facts of law stop the count: none of these leads to collection. Source: domain.md §2; 11 USC 362(a); 50 USC 3937. */
const SUSPENDED_BY_LAW = ['suspended/bankruptcy', 'suspended/activeDuty'] as const

const SUSPENDED = [...SUSPENDED_COUNTING, ...SUSPENDED_BY_LAW] as const

/** Past due and not yet settled for less than all. */
const IN_ARREARS = [
  'collecting/notified',
  'collecting/accepted',
  'collecting/rePlanned',
  'collecting/rejected',
  'collecting/pocketed',
] as const

const RUNNING = ['disbursed', 'processing'] as const

/**
 * Every move a loan can make, by what causes it. Nothing else changes a status.
 *
 * Source: domain.md §2, row by row. Our decisions where a row leaves room: a person may also block an
 * application under review and pass a blocked one back to a review (a signing session is suspended and revived by
 * that, domain.md §8); an approved loan goes back to its borrower to sign new dates (domain.md §14); collecting begins as notified; a settled loan can only end, unless
 * the money that settled it is taken back.
 */
export const LOAN_EDGES = {
  submitted: { from: ['initializing'], to: VALIDATION },
  qualified: { from: [VALIDATION], to: CUSTOMER },
  passedToCustomer: { from: [AGENT, NON_VOICE, UNDERWRITER, TRIBE, BLOCKED], to: CUSTOMER },
  passedToAgent: { from: [VALIDATION, CUSTOMER, NON_VOICE, UNDERWRITER, TRIBE, BLOCKED], to: AGENT },
  passedToNonVoiceAgent: { from: [VALIDATION, CUSTOMER, AGENT, UNDERWRITER, TRIBE, BLOCKED], to: NON_VOICE },
  passedToUnderwriter: { from: [VALIDATION, CUSTOMER, AGENT, NON_VOICE, TRIBE, BLOCKED], to: UNDERWRITER },
  passedToTribe: { from: [CUSTOMER, AGENT, NON_VOICE, UNDERWRITER], to: TRIBE, needsTribeReview: true },
  blocked: { from: [VALIDATION, CUSTOMER, AGENT, NON_VOICE, UNDERWRITER, TRIBE], to: BLOCKED },
  /** Signed where approval is automatic, or was given before signing and the digest still holds. */
  signedAndApproved: { from: [CUSTOMER], to: 'approved' },
  /** Signed where a person still has to approve. */
  signedForReview: { from: [CUSTOMER], to: UNDERWRITER },
  approvedBeforeSigning: { from: [AGENT, UNDERWRITER, TRIBE], to: CUSTOMER },
  approvedAfterSigning: { from: [AGENT, UNDERWRITER, TRIBE], to: 'approved' },
  declined: { from: WITHDRAWABLE, to: 'withdrawn' },
  withdrawnByCustomer: { from: WITHDRAWABLE, to: 'withdrawn' },
  lapsed: { from: WITHDRAWABLE, to: 'withdrawn' },
  /** Approved, but the money cannot be sent on the signed terms: others are signed first. */
  newTermsNeeded: { from: ['approved'], to: CUSTOMER },
  creditOnBatch: { from: ['approved'], to: 'pending' },
  creditSettled: { from: ['pending'], to: 'disbursed' },
  creditReturned: { from: ['pending', 'disbursed'], to: 'approved' },
  /** Undone by the lender before funding. */
  voided: { from: ['pending'], to: 'terminated/voided' },
  /** Rescinded by the borrower; raised when the principal is back for certain. */
  rescinded: { from: ['pending', 'disbursed'], to: 'terminated/cancelled' },
  firstInstallmentDue: { from: ['disbursed'], to: 'processing' },
  suspendedBadStanding: { from: RUNNING, to: 'suspended/badStanding' },
  suspendedHardReturn: { from: RUNNING, to: 'suspended/hardReturn' },
  suspendedCccs: { from: RUNNING, to: 'suspended/cccs' },
  suspendedBankruptcy: { from: RUNNING, to: 'suspended/bankruptcy' },
  suspendedNoFuturePayment: { from: RUNNING, to: 'suspended/noFuturePayment' },
  suspendedMiscellaneous: { from: RUNNING, to: 'suspended/miscellaneous' },
  suspendedActiveDuty: { from: RUNNING, to: 'suspended/activeDuty' },
  pastDueTooLong: { from: ['processing', ...SUSPENDED_COUNTING], to: 'collecting/notified' },
  promiseMade: { from: ['collecting/notified'], to: 'collecting/accepted' },
  newScheduleAgreed: { from: ['collecting/accepted'], to: 'collecting/rePlanned' },
  arrearsCleared: { from: ['collecting/rePlanned'], to: 'collecting/cleared' },
  noAgreement: { from: ['collecting/notified'], to: 'collecting/rejected' },
  handedToCollector: { from: ['collecting/rejected'], to: 'collecting/pocketed' },
  settledForLess: { from: IN_ARREARS, to: 'collecting/settled' },
  cured: { from: [...SUSPENDED, ...IN_ARREARS, 'collecting/cleared'], to: 'processing' },
  paidOff: {
    from: [...RUNNING, ...SUSPENDED, ...IN_ARREARS, 'collecting/cleared', 'collecting/settled'],
    to: 'terminated/paidOff',
  },
  /** A debit came back after the loan had ended: the last payment, or the one that took a canceled loan back. */
  lateReturn: { from: ['terminated/paidOff', 'terminated/cancelled'], to: 'processing' },
  /** Money posted by hand was taken back after it had ended or settled the loan. */
  receiptReversed: {
    from: ['terminated/paidOff', 'terminated/cancelled', 'collecting/settled'],
    to: 'processing',
  },
} as const satisfies Readonly<Record<string, LoanEdge>>

/** What can happen to a loan. */
export type LoanEvent = keyof typeof LOAN_EDGES
