import type { Words } from '../portfolios/localized.ts'
import { STORED_NAMES } from '../stored-names.ts'

/** How a placeholder's value is set: plain words, an address to follow, or one line each. */
export type PlaceholderKind = 'text' | 'link' | 'list'

/** In every notice: who writes, so that no notice goes without the lender's name and address. */
export const LENDER_PLACEHOLDERS = {
  brandName: 'text',
  legalName: 'text',
  lenderAddress: 'text',
  lenderPhone: 'text',
  lenderEmail: 'text',
  lenderHours: 'text',
  agencyName: 'text',
  agencyAddress: 'text',
} as const satisfies Record<string, PlaceholderKind>

/** Every kind of notice with the placeholders its template may use besides the lender's. domain.md §11. */
export const NOTICE_PLACEHOLDERS = {
  createAccountLink: { link: 'link', validHours: 'text' },
  accountExists: { signInLink: 'link', resetLink: 'link' },
  accountOnHold: {},
  resetLink: { link: 'link', validMinutes: 'text' },
  loginCode: { code: 'text', validMinutes: 'text' },
  contactCode: { code: 'text', validMinutes: 'text' },
  newDevice: { firstName: 'text', signedInAt: 'text', device: 'text', resetLink: 'link' },
  authenticatorOn: { firstName: 'text', changedAt: 'text', resetLink: 'link' },
  authenticatorOff: { firstName: 'text', changedAt: 'text', resetLink: 'link' },
  recoveryCodeUsed: { firstName: 'text', changedAt: 'text', resetLink: 'link' },
  dataRequestReceived: { firstName: 'text', requestNo: 'text', answerBy: 'text', link: 'link' },
  dataRequestAnswered: { firstName: 'text', requestNo: 'text', answer: 'text', kept: 'list' },
  informationNeeded: { firstName: 'text', loanNo: 'text', link: 'link' },
  documentsRequested: {
    firstName: 'text',
    loanNo: 'text',
    missing: 'list',
    note: 'text',
    answerBy: 'text',
    link: 'link',
  },
  documentRefused: {
    firstName: 'text',
    loanNo: 'text',
    document: 'text',
    reason: 'text',
    answerBy: 'text',
    link: 'link',
  },
  returning: { firstName: 'text', loanNo: 'text', link: 'link', optOutLink: 'link' },
  passwordChanged: { firstName: 'text', changedAt: 'text', resetLink: 'link' },
  applicationReceived: { firstName: 'text', applicationNo: 'text', loanNo: 'text', link: 'link' },
  statementAccepted: { firstName: 'text', loanNo: 'text', link: 'link' },
  incomeNotVerified: { firstName: 'text', loanNo: 'text', link: 'link' },
  statementRefused: { firstName: 'text', loanNo: 'text', reason: 'text', link: 'link' },
  qualified: {
    firstName: 'text',
    loanNo: 'text',
    minimumAmount: 'text',
    maximumAmount: 'text',
    validUntil: 'text',
    link: 'link',
  },
  adverseAction: { fullName: 'text', loanNo: 'text', noticeDate: 'text', reasons: 'list', changes: 'list' },
  counteroffer: {
    fullName: 'text',
    loanNo: 'text',
    noticeDate: 'text',
    asked: 'text',
    reasons: 'list',
    offered: 'text',
    validUntil: 'text',
    link: 'link',
  },
  noiaNotSubmitted: { firstName: 'text', loanNo: 'text', link: 'link' },
  noiaNoIbv: { firstName: 'text', loanNo: 'text', link: 'link' },
  noiaNotVerified: { firstName: 'text', loanNo: 'text', link: 'link' },
  noiaNotQualified: { firstName: 'text', loanNo: 'text', reasons: 'list', link: 'link' },
  applicationClosed: { firstName: 'text', loanNo: 'text', link: 'link' },
  noia: { firstName: 'text', loanNo: 'text', missing: 'list', answerBy: 'text', link: 'link' },
  signingLink: { firstName: 'text', loanNo: 'text', signBy: 'text', link: 'link' },
  agreementCopy: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    apr: 'text',
    signedAt: 'text',
    link: 'link',
  },
  couponIssued: {
    firstName: 'text',
    couponCode: 'text',
    couponName: 'text',
    couponValue: 'text',
    validThrough: 'text',
    link: 'link',
  },
  approved: { firstName: 'text', loanNo: 'text', amount: 'text', disbursementDate: 'text', link: 'link' },
  disbursementMoved: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    disbursementDate: 'text',
    link: 'link',
  },
  newTerms: { firstName: 'text', loanNo: 'text', details: 'list', link: 'link' },
  disbursementSent: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    accountTail: 'text',
    arrivalDate: 'text',
  },
  loanFunded: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    firstPaymentDate: 'text',
    firstPaymentAmount: 'text',
    link: 'link',
  },
  paymentUpcoming: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    paymentDate: 'text',
    accountTail: 'text',
    changeBy: 'text',
    link: 'link',
  },
  unusualWithdrawal: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    paymentDate: 'text',
    accountTail: 'text',
    principal: 'text',
    interest: 'text',
    fees: 'text',
    reasons: 'list',
    link: 'link',
  },
  paymentMoved: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    agreedDate: 'text',
    paymentDate: 'text',
    details: 'list',
    link: 'link',
  },
  scheduleShifted: { firstName: 'text', loanNo: 'text', paydays: 'text', details: 'list', link: 'link' },
  paymentReceived: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    paymentDate: 'text',
    balance: 'text',
    details: 'list',
    link: 'link',
  },
  paymentReturned: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    paymentDate: 'text',
    reason: 'text',
    consequences: 'list',
    link: 'link',
  },
  rightsNotice: { firstName: 'text', loanNo: 'text', accountTail: 'text', attempts: 'list', link: 'link' },
  changeConfirmed: {
    firstName: 'text',
    loanNo: 'text',
    changeName: 'text',
    holdsFrom: 'text',
    details: 'list',
    link: 'link',
  },
  amendmentToSign: {
    firstName: 'text',
    loanNo: 'text',
    changeName: 'text',
    signBy: 'text',
    details: 'list',
    link: 'link',
  },
  changeFailed: {
    firstName: 'text',
    loanNo: 'text',
    changeName: 'text',
    reason: 'text',
    details: 'list',
    link: 'link',
  },
  confirmAgain: {
    firstName: 'text',
    loanNo: 'text',
    changeName: 'text',
    amount: 'text',
    paymentDate: 'text',
    answerBy: 'text',
    link: 'link',
  },
  [STORED_NAMES.noticeKind.changeCanceled]: {
    firstName: 'text',
    loanNo: 'text',
    changeName: 'text',
    link: 'link',
  },
  authorizationEnded: { firstName: 'text', loanNo: 'text', reason: 'text', link: 'link' },
  paidOff: {
    firstName: 'text',
    loanNo: 'text',
    paidOffDate: 'text',
    totalPaid: 'text',
    details: 'list',
    link: 'link',
  },
  loanSettled: {
    firstName: 'text',
    loanNo: 'text',
    settledDate: 'text',
    totalPaid: 'text',
    givenUp: 'text',
    link: 'link',
  },
  loanReopened: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    balance: 'text',
    reason: 'text',
    link: 'link',
  },
  receiptReversed: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    receivedDate: 'text',
    reason: 'text',
    consequences: 'list',
    link: 'link',
  },
  refundSent: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    accountTail: 'text',
    arrivalDate: 'text',
    reason: 'text',
  },
  entryReversed: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    accountTail: 'text',
    arrivalDate: 'text',
    whatHappened: 'text',
    reason: 'text',
    consequence: 'text',
  },
  refundMailed: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    mailedOn: 'text',
    address: 'text',
    reason: 'text',
  },
  disbursementReversed: { firstName: 'text', loanNo: 'text', amount: 'text', reason: 'text', link: 'link' },
  disbursementReturned: { firstName: 'text', loanNo: 'text', amount: 'text', reason: 'text', link: 'link' },
  messageReceived: { firstName: 'text', link: 'link' },
  bankRepairNeeded: { firstName: 'text', loanNo: 'text', accountTail: 'text', reason: 'text', link: 'link' },
  checkMailed: {
    firstName: 'text',
    loanNo: 'text',
    amount: 'text',
    mailedOn: 'text',
    arrivalDate: 'text',
    address: 'text',
    link: 'link',
  },
  [STORED_NAMES.noticeKind.loanCanceled]: {
    firstName: 'text',
    loanNo: 'text',
    consequence: 'text',
    link: 'link',
  },
  loanPastDue: {
    firstName: 'text',
    loanNo: 'text',
    pastDueAmount: 'text',
    daysOverdue: 'text',
    link: 'link',
  },
  paymentsPaused: { firstName: 'text', loanNo: 'text', link: 'link' },
  paymentsResumed: {
    firstName: 'text',
    loanNo: 'text',
    nextPaymentDate: 'text',
    nextPaymentAmount: 'text',
    link: 'link',
  },
  legalProtection: { firstName: 'text', loanNo: 'text', whatItMeans: 'text', link: 'link' },
  hardshipOffer: { firstName: 'text', loanNo: 'text', amount: 'text', paymentDate: 'text', link: 'link' },
} as const satisfies Record<string, Readonly<Record<string, PlaceholderKind>>>

export type NoticeKind = keyof typeof NOTICE_PLACEHOLDERS
export const NOTICE_KINDS = Object.keys(NOTICE_PLACEHOLDERS) as readonly NoticeKind[]

/** Kinds that somebody sits and waits for, with a page open: they go before those that tell what has happened. */
export const AWAITED_NOTICE_KINDS: readonly NoticeKind[] = [
  'createAccountLink',
  'accountExists',
  'accountOnHold',
  'resetLink',
  'loginCode',
  'contactCode',
  'signingLink',
]

/** The placeholders a kind's template may use, the lender's among them. */
export function placeholdersOf(kind: NoticeKind): Readonly<Record<string, PlaceholderKind>> {
  return { ...LENDER_PLACEHOLDERS, ...NOTICE_PLACEHOLDERS[kind] }
}

type ValueOf<K extends PlaceholderKind> = K extends 'list'
  ? readonly Words[]
  : K extends 'text'
    ? Words
    : string

/** What the sender of that kind must supply; a forgotten one does not compile. */
export type NoticeValues<K extends NoticeKind> = {
  readonly [Name in keyof (typeof NOTICE_PLACEHOLDERS)[K]]: ValueOf<
    (typeof NOTICE_PLACEHOLDERS)[K][Name] & PlaceholderKind
  >
}
