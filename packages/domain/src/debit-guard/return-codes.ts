import {
  interbank,
  newAccount,
  newAuthorization,
  review,
  suspended,
  TWO_BANKING_DAYS,
} from './return-shapes.ts'
import type { ReturnRule } from './return-rule.ts'

const R01_R09 = {
  deadline: TWO_BANKING_DAYS,
  countsAs: 'overall',
  reaction: 'representable',
  stops: 'nothing',
  insufficientFunds: true,
  suspends: null,
  repair: false,
  undoesPayment: true,
  chargesFee: true,
  notices: ['paymentReturned'],
  source: 'ACH facts §2, re-presentation and return fee; domain.md §6 and §9; 12 CFR 1041.8',
} as const satisfies Partial<ReturnRule>

const CORPORATE_WORDS =
  'Your bank returned the payment as one that was not permitted for this kind of account.'
const NOT_ALLOWED_WORDS =
  'You told your bank that you had not allowed this payment. We take nothing more under that permission.'

/**
 * What each return of a debit means and does, one row a code. Returns of credits: `creditReturnEffect`.
 * Counts, deadlines and what the lender may do: ACH facts §2. Sub-statuses, repair and notices where the facts are
 * silent: our decision, docs/decisions/debit-guard-and-returns.md.
 */
export const RETURN_RULES = {
  R01: {
    ...R01_R09,
    meaning: 'Insufficient funds',
    words: 'Your bank returned the payment because there was not enough money in the account.',
  },
  R02: newAccount({
    meaning: 'Account closed',
    words: 'Your bank returned the payment because the account is closed.',
    countsAs: 'administrative',
  }),
  R03: newAccount({
    meaning: 'No account, or unable to locate it',
    words: 'Your bank could not find the account, or the name does not belong to it.',
    countsAs: 'administrative',
  }),
  R04: newAccount({
    meaning: 'Invalid account number structure',
    words: 'Your bank returned the payment because the account number is not one of theirs.',
    countsAs: 'administrative',
  }),
  R05: newAuthorization({
    meaning: 'Corporate entry class on a consumer account without authority',
    words: CORPORATE_WORDS,
    needsReview: true,
  }),
  R06: review({
    meaning: 'Returned at the request of the originating bank',
    words: 'The banks agreed to send the payment back. We will tell you how it goes on.',
    deadline: { unit: 'none' },
    countsAs: 'none',
    stops: 'item',
    source: 'ACH facts §2: follow the request',
  }),
  R07: newAuthorization({
    meaning: 'Authorization revoked by the customer',
    words: 'You told your bank that you withdrew your permission. We take nothing more from the account.',
    needsReview: false,
  }),
  R08: {
    meaning: 'Payment stopped',
    words: 'You asked your bank to stop this payment. We take it again only if you allow it again.',
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    reaction: 'newAuthorization',
    stops: 'item',
    insufficientFunds: false,
    suspends: null,
    repair: false,
    undoesPayment: true,
    chargesFee: false,
    notices: ['paymentReturned'],
    source: 'ACH facts §2; domain.md §9; 12 CFR 1005.10(c)',
  },
  R09: {
    ...R01_R09,
    meaning: 'Uncollected funds',
    words: 'Your bank returned the payment because deposits in the account had not cleared yet.',
  },
  R10: newAuthorization({
    meaning: 'Customer does not know the originator, or gave it no authority',
    words: NOT_ALLOWED_WORDS,
    needsReview: true,
  }),
  R11: {
    meaning: 'Entry not in accordance with the terms of the authorization',
    words:
      'You told your bank that this payment was not as agreed. Automatic payments stop until we have put it right.',
    deadline: { unit: 'calendarDays', days: 60 },
    countsAs: 'unauthorised',
    reaction: 'correctable',
    stops: 'authorization',
    insufficientFunds: false,
    suspends: null,
    repair: false,
    undoesPayment: true,
    chargesFee: false,
    notices: ['paymentReturned', 'debitsStopped'],
    source: 'ACH facts §2; domain.md §9: one corrected entry within 60 days of the settlement of the return',
  },
  R12: newAccount({
    meaning: 'Branch sold to another bank',
    words: 'Your account has moved to another bank, so its routing number has changed.',
    countsAs: 'overall',
  }),
  R13: newAccount({
    meaning: 'Receiving bank not qualified to participate, or bad routing number',
    words: 'The routing number does not belong to a bank that takes these payments.',
    countsAs: 'overall',
    deadline: { unit: 'nextFile' },
  }),
  R14: suspended({
    meaning: 'Representative payee deceased or unable to continue',
    words: 'The bank told us that the person who manages the account can no longer do so.',
    suspends: 'suspendedNoFuturePayment',
  }),
  R15: suspended({
    meaning: 'Beneficiary or account holder deceased',
    words: 'The bank told us that the account holder has died. Please call us.',
    suspends: 'suspendedNoFuturePayment',
  }),
  R16: suspended({
    meaning: 'Account frozen, or entry returned by legal order',
    words: 'The account is frozen, so no payment can be taken from it.',
    suspends: 'suspendedMiscellaneous',
  }),
  R17: review({
    meaning: 'File record edit criteria, or questionable circumstances',
    words: 'Your bank could not process the payment with the account details it was given.',
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    stops: 'account',
    source: 'ACH facts §2: review and fraud check',
  }),
  R20: newAccount({
    meaning: 'Non-transaction account',
    words: 'Payments cannot be taken from this kind of account.',
    countsAs: 'overall',
  }),
  R23: {
    meaning: 'Credit entry refused by the receiver',
    words: 'The money we sent was refused and came back to us.',
    deadline: { unit: 'none' },
    countsAs: 'none',
    reaction: 'returnedCredit',
    stops: 'item',
    insufficientFunds: false,
    suspends: null,
    repair: false,
    undoesPayment: false,
    chargesFee: false,
    notices: [],
    source: 'ACH facts §2; domain.md §9: of a credit only',
  },
  R24: review({
    meaning: 'Duplicate entry',
    words: 'Your bank returned a payment that looked like one it had taken already.',
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    stops: 'item',
    source: 'ACH facts §2: do not resend',
  }),
  R28: newAccount({
    meaning: 'Routing number check digit error',
    words: 'The routing number has a mistake in it.',
    countsAs: 'overall',
    deadline: { unit: 'nextFile' },
  }),
  R29: newAuthorization({
    meaning: 'Corporate customer advises not authorized',
    words: CORPORATE_WORDS,
    needsReview: true,
    deadline: TWO_BANKING_DAYS,
  }),
  R31: review({
    meaning: 'Permissible return entry (CCD and CTX, by agreement of the banks)',
    words: 'The banks agreed to send the payment back.',
    deadline: { unit: 'none' },
    countsAs: 'overall',
    stops: 'item',
    source: 'ACH facts §2: corporate entries by agreement',
  }),
  R51: newAuthorization({
    meaning: 'Item related to a re-presented check is ineligible or improper',
    words: NOT_ALLOWED_WORDS,
    needsReview: true,
  }),
  R61: interbank('Dishonoured: misrouted return'),
  R62: interbank('Dishonoured: return of an erroneous or reversing debit'),
  R63: interbank('Dishonoured: incorrect dollar amount'),
  R64: interbank('Dishonoured: incorrect individual identification'),
  R65: interbank('Dishonoured: incorrect transaction code'),
  R66: interbank('Dishonoured: incorrect company identification'),
  R67: interbank('Dishonoured: duplicate return'),
  R68: interbank('Dishonoured: untimely return'),
  R69: interbank('Dishonoured: field errors'),
  R70: interbank('Dishonoured: permissible return not accepted'),
  R71: interbank('Contested: misrouted dishonoured return'),
  R72: interbank('Contested: untimely dishonoured return'),
  R73: interbank('Contested: the original return was timely'),
  R74: interbank('Contested: corrected return'),
  R75: interbank('Contested: the return was not a duplicate'),
  R76: interbank('Contested: no errors found'),
  R77: interbank('Contested: dishonour of R62 not accepted'),
} as const satisfies Readonly<Record<string, ReturnRule>>

/** A return code that the product reacts to. */
export type ReturnCode = keyof typeof RETURN_RULES

export const RETURN_CODES = Object.keys(RETURN_RULES) as readonly ReturnCode[]

/** Whether a code from a bank file is one of the table; any other is set aside for a person. */
export const isReturnCode = (code: string): code is ReturnCode => Object.hasOwn(RETURN_RULES, code)

/** The row of a code. */
export const returnRule = (code: ReturnCode): ReturnRule => RETURN_RULES[code]
