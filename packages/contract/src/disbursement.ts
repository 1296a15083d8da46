import { z } from 'zod'
import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { declineReason } from './shapes/decline-reason.ts'
import { address } from './shapes/person.ts'
import { bankAccount } from './shapes/transaction.ts'
import {
  accountNumber,
  applicationNo,
  instant,
  isoDate,
  loanNo,
  money,
  pagePath,
  percent,
  requestCode,
  routingNumber,
  text,
} from './wire.ts'
import {
  bankAccountTypeCode,
  formActionModeCode,
  homeFlagCode,
  loanFlagCode,
  loanStatusCode,
  loanSubStatus,
  reviewStatusCode,
  notificationCode,
  signStatusCode,
  trackerStepCode,
} from './wire-codes.ts'
import { transactionModeCode } from './wire-payment-codes.ts'

export const cancelLoanCall = defineCall({
  name: 'cancelLoan',
  method: 'POST',
  path: '/dolphin-loan/online/cancel-loan',
  feature: 'disbursement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, mode: formActionModeCode }) },
  reply: z.strictObject({
    loanNo,
    mode: formActionModeCode,
    loanStatus: loanStatusCode,
    /** Until then the loan may be canceled. */
    cancelUntil: instant,
    /** Debited once, without interest; null where nothing was sent. */
    principalDebit: money.nullable(),
    debitDate: isoDate.nullable(),
  }),
  storesNothing: 'inPreview',
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'rescissionTimePassed',
    'debitNotEligible',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Cancels a loan just received',
  source: 'ours',
})

export const disbursementDateCall = defineCall({
  name: 'disbursementDate',
  method: 'POST',
  path: '/dolphin-loan/online/disbursement-date',
  feature: 'disbursement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, date: isoDate }) },
  reply: z.strictObject({
    loanNo,
    date: isoDate,
    fundsArriveOn: isoDate,
    cutOffAt: instant,
    /** The signed terms do not hold for that day: the money waits for new ones to be signed. */
    signsAgain: z.boolean(),
  }),
  refusals: ['loanNotFound', 'disbursementNotOpen', 'dateNotAvailable'],
  idempotent: true,
  summary: 'Picks the date on which the money is sent',
  source: 'ours',
})

const disbursementLoan = z.strictObject({
  loanNo,
  applicationNo,
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
  trackerStep: trackerStepCode.nullable(),
  /** Null until an amount is chosen. */
  amount: money.nullable(),
  /** What is on offer, while no amount is chosen. */
  offer: z.strictObject({ minimum: money, maximum: money, expiresAt: instant }).nullable(),
  /** The day on which the money counts as paid out; null while none is promised. */
  effectiveDate: isoDate.nullable(),
  /** The day on which a check is mailed; null of any other way. */
  mailedOn: isoDate.nullable(),
  firstPaymentDate: isoDate.nullable(),
  firstPaymentAmount: money.nullable(),
  method: transactionModeCode,
  /** Where the money goes; null where a check is mailed. */
  account: bankAccount.nullable(),
  /** Where the check is mailed, in one line; null where there is none. */
  checkAddress: personal('street', text(300)).nullable(),
  sameDayTip: z.boolean(),
  /** Dates that may still be picked, while that is possible. */
  datesToPick: z.array(isoDate).max(60),
  /** Of those, the ones that ask for a new signature. */
  datesToSign: z.array(isoDate).max(60),
  /** Of what will be collected; null until a plan is chosen. */
  apr: percent.nullable(),
  /** What was signed, where another is collected or is to be signed; else null. */
  signedApr: percent.nullable(),
  /** Approved, and waits for new terms to be signed before the money is sent. */
  signsAgain: z.boolean(),
  requestCode: requestCode.nullable(),
  signStatus: signStatusCode.nullable(),
  loanFlags: z.array(loanFlagCode).max(4),
  /** The page on which the borrower goes on. */
  next: pagePath,
  hasQualifiedPrincipal: z.boolean(),
  /** Why it was declined; of an application, why no amount was found with the account that was looked at. */
  reasons: z.array(declineReason).max(4),
  /** A bank statement of the application is with a person. */
  statementInReview: z.boolean(),
  cancelable: z.boolean(),
  /** What an employee is doing about the loan, in short sentences. */
  statusNotes: z.array(text(300)).max(10),
  /** The link to the bank has ended, or is about to: the borrower is asked to link it again. */
  linkBankAgain: z.boolean(),
})

export const listDisbursementLoanCall = defineCall({
  name: 'listDisbursementLoan',
  method: 'GET',
  path: '/dolphin-loan/list-disbursement-loan',
  feature: 'disbursement',
  access: 'customer',
  request: {},
  reply: z.strictObject({ homeFlag: homeFlagCode, loans: z.array(disbursementLoan).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Loans not yet funded, newest first, with the home flag',
  source: 'product.md §7',
})

export const paperCheckCall = defineCall({
  name: 'paperCheck',
  method: 'POST',
  path: '/dolphin-loan/online/paper-check',
  feature: 'disbursement',
  access: 'customer',
  request: { body: z.strictObject({ loanNo, addressConfirmed: z.literal(true) }) },
  reply: z.strictObject({
    loanNo,
    address,
    mailedOn: isoDate,
    /** The day on which the check counts as paid out: interest runs from it. */
    arrivesOn: isoDate,
    /** The signed terms do not hold for that day: the check waits for new ones to be signed. */
    signsAgain: z.boolean(),
    notification: notificationCode,
  }),
  refusals: ['loanNotFound', 'disbursementNotOpen'],
  idempotent: true,
  summary: 'Asks for the money by check, to the confirmed address',
  source: 'product.md §7',
})

export const repairBankCall = defineCall({
  name: 'repairBank',
  method: 'POST',
  path: '/dolphin-loan/online/repair-bank',
  feature: 'disbursement',
  access: 'customer',
  request: {
    body: z.strictObject({
      loanNo,
      routingNumber: routingNumber.refine(isAbaRouting, 'Check the routing number: it has a mistake in it'),
      accountNumber,
      accountType: bankAccountTypeCode,
    }),
  },
  reply: z.strictObject({
    loanNo,
    account: bankAccount,
    homeFlag: homeFlagCode,
    loanFlags: z.array(loanFlagCode).max(4),
  }),
  refusals: [
    'loanNotFound',
    'repairNotOpen',
    'bankAccountNotMatched',
    'recentSignInRequired',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Puts another bank account in place of one from which money came back',
  source: 'ours',
})
