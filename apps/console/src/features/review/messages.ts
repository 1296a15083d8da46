import type { OriginatingSubStatus } from '@dolphin/domain/loans/codes'

/** Reviews that a person makes. */
export type Review = Exclude<OriginatingSubStatus, 'autoValidation'>

/** Each review as the desk calls it. */
export const REVIEW_NAMES: Readonly<Record<Review, string>> = {
  customerReview: 'Customer review',
  agentReview: 'Agent review',
  underwriterReview: 'Underwriter review',
  tribeReview: 'Tribe review',
  nonVoiceAgentReview: 'Non-voice agent review',
  blocked: 'Blocked',
}

/** What the page of reviews says. */
export const reviewText = {
  title: 'Reviews',
  caption: 'Loans that wait for a person',
  empty: 'No loan waits for a review.',
  customer: 'Customer',
  loan: 'Loan',
  review: 'Review',
  amount: 'Amount',
  signature: 'Signature',
  signed: 'Signed',
  notSigned: 'Not signed',
  since: 'Waits since',
  choose: 'Choose a loan from the list.',
  takenBy: (name: string) => `Taken by ${name}`,
  yours: (loanNo: string) => `The review of ${loanNo} is yours.`,
  why: 'Why it waits',
  noReason: 'The policy names no reason; a person passed it on or it asks for this review.',
  newTerms: 'If it is approved now, the borrower signs new dates before the money is sent.',
  deciding: 'Deciding rule',
  decision: 'All decisions and figures',
  rule: 'Rule',
  source: 'Source',
  notRead: 'The decision could not be read.',
  approve: 'Approve',
  approveTitle: (loanNo: string) => `Approve ${loanNo}`,
  approveEffect: (amount: string | null, signed: boolean) =>
    signed
      ? `${amount ?? 'The amount'} is planned to be sent on the signed date.`
      : 'The borrower signs next. Money is planned once that is done.',
  decline: 'Decline',
  declineTitle: (loanNo: string) => `Decline ${loanNo}`,
  declineEffect: 'The loan ends, and the borrower gets the notice of adverse action with these reasons.',
  reasons: 'Reasons in the notice',
  reasonsHint: 'One to four, the weightiest first. They are what truly decided.',
  reasonsMissing: 'Choose one to four reasons.',
  noReasonsFound: 'The policy found no reason to decline.',
  otherReasons: 'Reasons that a person may have found',
  passOn: 'Pass on',
  passOnTitle: (loanNo: string) => `Pass on ${loanNo}`,
  passOnEffect: 'It leaves this review and waits in the other one. The borrower gets no notice of it.',
  passOnTo: 'To',
  passOnMissing: 'Choose the review.',
  choosePlace: 'Choose…',
  note: 'Note',
  noteHint: 'It stays in the history of the loan.',
  done: {
    approve: (who: string) => `Approved: ${who}.`,
    decline: (who: string) => `Declined: ${who}.`,
    passOn: (who: string) => `Passed on: ${who}.`,
  },
  entered: (approvalNo: string) => `Above your limit: it waits for a colleague as ${approvalNo}.`,
} as const
