import { STORED_NAMES } from '../stored-names.ts'
import type { NoticeKind } from './notice-kind.ts'

/** What of today a notice states; `leaving-notice.ts` has the function that says it for each. */
export type StatedFact =
  | 'nextPayment'
  | 'plannedDebit'
  | 'movedPayment'
  | 'pastDue'
  | 'payout'
  | 'moneySent'
  | 'openChange'
  | 'savedChange'
  | 'signing'
  | 'application'
  | 'offer'

/** A notice that states something of the future: it leaves as it is true then. */
interface NoticeCondition {
  readonly states: StatedFact
  /** What the borrower has in its place where nothing of it is so any more. */
  readonly instead: string
}

/** A day or a promise that nothing takes away, and why. */
interface LastingStatement {
  readonly lasts: string
}

/** Tells what has happened, or asks for something on a page that says how it is then. */
const TELLS = null

/**
 * What each notice states of the future, asked when it leaves: what is no longer so is replaced by what is. Where the law
 * asks for the notice, `instead` is the one that serves for it. Source: domain.md §11, §14.
 */
export const NOTICE_CONDITIONS = {
  createAccountLink: { lasts: 'the link is good for its hours from the request' },
  accountExists: TELLS,
  accountOnHold: TELLS,
  resetLink: { lasts: 'the link is good for its minutes from the request' },
  loginCode: { lasts: 'the code is good for its minutes from the request' },
  contactCode: { lasts: 'the code is good for its minutes from the request' },
  newDevice: TELLS,
  authenticatorOn: TELLS,
  authenticatorOff: TELLS,
  recoveryCodeUsed: TELLS,
  dataRequestReceived: { lasts: 'the law sets the day of the answer from the request' },
  dataRequestAnswered: TELLS,
  passwordChanged: TELLS,
  applicationReceived: { lasts: 'the law sets the days of the answer from the application' },
  agreementCopy: TELLS,
  signingLink: { states: 'signing', instead: 'the home page, which says what is left to do' },
  checkMailed: {
    states: 'payout',
    instead: 'newTerms, disbursementMoved, or the notice that the loan was canceled',
  },
  changeConfirmed: { states: 'savedChange', instead: 'changeFailed, or the notice that it was undone' },
  [STORED_NAMES.noticeKind.changeCanceled]: TELLS,
  [STORED_NAMES.noticeKind.loanCanceled]: TELLS,
  informationNeeded: { states: 'application', instead: 'the notice of the decision' },
  documentsRequested: { states: 'application', instead: 'the notice of the decision (12 CFR 1002.9(a))' },
  documentRefused: { states: 'application', instead: 'the notice of the decision (12 CFR 1002.9(a))' },
  returning: { lasts: 'the link is good for its days; an advertisement has its own obstacles' },
  couponIssued: { lasts: 'a coupon keeps its last day; an advertisement has its own obstacles' },
  statementAccepted: TELLS,
  incomeNotVerified: { states: 'application', instead: 'the notice of the decision' },
  statementRefused: { states: 'application', instead: 'the notice of the decision' },
  qualified: { states: 'offer', instead: 'the home page, which says what is left to do' },
  adverseAction: TELLS,
  counteroffer: {
    lasts: 'a notice of action taken goes in any case (12 CFR 1002.9(a)), with the day of the offer',
  },
  noiaNotSubmitted: { states: 'application', instead: 'the notice of the decision' },
  noiaNoIbv: { states: 'application', instead: 'the notice of the decision' },
  noiaNotVerified: { states: 'application', instead: 'the notice of the decision' },
  noiaNotQualified: { states: 'application', instead: 'the notice of the decision' },
  applicationClosed: TELLS,
  noia: { states: 'application', instead: 'the notice of the decision (12 CFR 1002.9(a))' },
  approved: {
    states: 'payout',
    instead: 'newTerms, disbursementSent, or the notice that the loan was canceled',
  },
  newTerms: {
    states: 'signing',
    instead: 'agreementCopy once signed (12 CFR 1026.17(b)), or the notice that the loan was canceled',
  },
  disbursementMoved: {
    states: 'payout',
    instead: 'newTerms, disbursementSent, or the notice that the loan was canceled',
  },
  amendmentToSign: { states: 'openChange', instead: 'changeConfirmed or changeFailed' },
  disbursementSent: { states: 'moneySent', instead: 'disbursementReturned or disbursementReversed' },
  loanFunded: { states: 'nextPayment', instead: 'paidOff, or the notice that the loan was canceled' },
  paymentUpcoming: { states: 'plannedDebit', instead: 'the debit is announced anew as it is, or none comes' },
  unusualWithdrawal: {
    states: 'plannedDebit',
    instead: 'the debit is announced anew as it is, or none comes',
  },
  paymentMoved: {
    states: 'movedPayment',
    instead: 'the notice of what took its place: a change or a payment',
  },
  scheduleShifted: { states: 'nextPayment', instead: 'it leaves in any case, with what comes next' },
  paymentReceived: { states: 'nextPayment', instead: 'it leaves in any case, with what comes next' },
  receiptReversed: { states: 'nextPayment', instead: 'it leaves in any case, with what comes next' },
  paymentReturned: { states: 'nextPayment', instead: 'it leaves in any case, with what happens next' },
  rightsNotice: TELLS,
  changeFailed: { states: 'nextPayment', instead: 'it leaves in any case, with what comes next' },
  confirmAgain: { states: 'openChange', instead: 'changeConfirmed or changeFailed' },
  authorizationEnded: TELLS,
  paidOff: TELLS,
  loanSettled: TELLS,
  loanReopened: TELLS,
  refundSent: { states: 'moneySent', instead: 'the notice of the next refund' },
  entryReversed: { states: 'moneySent', instead: 'the notice of the entry that is sent next' },
  refundMailed: { states: 'moneySent', instead: 'the notice of the next refund' },
  disbursementReversed: TELLS,
  disbursementReturned: TELLS,
  messageReceived: TELLS,
  bankRepairNeeded: TELLS,
  loanPastDue: { states: 'pastDue', instead: 'paymentReceived or paidOff' },
  paymentsPaused: TELLS,
  paymentsResumed: { states: 'nextPayment', instead: 'paidOff, or paymentsPaused' },
  legalProtection: TELLS,
  hardshipOffer: {
    states: 'plannedDebit',
    instead: 'the notice of what took its place: a change or a payment',
  },
} as const satisfies Record<NoticeKind, NoticeCondition | LastingStatement | null>

/** The fact of today that a notice of this kind states; undefined where it states none that can change. */
export function statedFact(kind: NoticeKind): StatedFact | undefined {
  const condition: NoticeCondition | LastingStatement | null = NOTICE_CONDITIONS[kind]
  return condition !== null && 'states' in condition ? condition.states : undefined
}
