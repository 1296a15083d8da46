import { z } from 'zod'
import { defineCall } from './call.ts'
import { documentEntry } from './shapes/document-entry.ts'
import { signatureMark } from './shapes/document-model.ts'
import { changeEntry } from './shapes/loan-change.ts'
import { nextPayment, pastDueParts } from './shapes/next-payment.ts'
import { installment } from './shapes/payment-plan.ts'
import { bankAccount, paymentTimeline, transaction, transactionFee } from './shapes/transaction.ts'
import { documentNo, instant, isoDate, loanNo, money, percent, portfolioId, text, versionNo } from './wire.ts'
import { homeFlagCode, loanStatusCode, loanSubStatus, reviewStatusCode } from './wire-codes.ts'
import { customerChangeTypeCode, paymentModeCode } from './wire-payment-codes.ts'

export const authorizationCall = defineCall({
  name: 'authorization',
  method: 'POST',
  path: '/dolphin-loan/online/authorization',
  feature: 'servicing',
  access: 'customer',
  request: {
    body: z.strictObject({
      loanNo,
      /** The text shown, so that what is authorized is what was read. */
      version: versionNo,
      mark: signatureMark,
    }),
  },
  reply: z.strictObject({ loanNo, authorizedAt: instant, documentNo, paymentMode: paymentModeCode }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'consentOutdated',
    'signatureInvalid',
    'recentSignInRequired',
  ],
  idempotent: true,
  summary: 'Gives a new authorization of ACH debits',
  source: 'ours',
})

/** The changes that the borrower may request now; for each of the others, the reason why not. */
const changeAllowances = z
  .array(
    z.strictObject({
      changeTypeCode: customerChangeTypeCode,
      allowed: z.boolean(),
      reason: text(300).nullable(),
    }),
  )
  .max(20)

/** Whether payments are taken by themselves, and why not. */
const automatic = z.strictObject({ on: z.boolean(), reason: text(500).nullable() })

const repaymentLoan = z.strictObject({
  loanNo,
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
  /** It ended, or will, with less than all paid: the rest was given up. */
  settled: z.boolean(),
  approvedAmount: money,
  effectiveDate: isoDate,
  balance: money,
  payoffToday: money,
  paid: money,
  /** Interest of the agreed schedule that a loan paid off early did not cost; 0.00 of any other. */
  savedByPayingEarly: money,
  /** Every payment to come together, and what none of them covers. */
  leftToPay: money,
  /** Share of the total that is paid, percent. */
  progress: percent,
  installmentsPaid: z.int().nonnegative(),
  installmentsTotal: z.int().nonnegative(),
  firstPaymentDate: isoDate.nullable(),
  /** Day and total of the next payment. */
  nextDueDate: isoDate.nullable(),
  nextDueAmount: money.nullable(),
  nextPayment: nextPayment.nullable(),
  lastDueDate: isoDate.nullable(),
  /** The sum of its parts. */
  pastDueAmount: money,
  pastDueParts,
  daysOverdue: z.int().nonnegative(),
  paymentMode: paymentModeCode,
  account: bankAccount.nullable(),
  automatic,
  openChange: changeEntry.nullable(),
  changes: changeAllowances,
  /** One that the lender sent, which holds from the borrower's signature. */
  changeToSign: changeEntry.nullable(),
  documents: z.array(documentEntry).max(50),
  /** What an employee is doing about the loan, in short sentences. */
  statusNotes: z.array(text(300)).max(10),
})

export const listRepaymentLoanCall = defineCall({
  name: 'listRepaymentLoan',
  method: 'GET',
  path: '/dolphin-loan/list-repayment-loan',
  feature: 'servicing',
  access: 'customer',
  request: {},
  reply: z.strictObject({ homeFlag: homeFlagCode, loans: z.array(repaymentLoan).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Loans in repayment and past ones, newest first, with the home flag',
  source: 'product.md §7',
})

export const paymentDetailCall = defineCall({
  name: 'paymentDetail',
  method: 'GET',
  path: '/dolphin-loan/online/payment-detail',
  feature: 'servicing',
  access: 'customer',
  request: {
    query: z.strictObject({
      /** The customer's newest loan where none is named. */
      loanNo: loanNo.optional(),
      /** The newest by default: all that are on their way and the last of those that are done or came back. */
      history: z.enum(['newest', 'all']).optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    portfolioId,
    loanStatus: loanStatusCode,
    subStatus: loanSubStatus.nullable(),
    reviewStatus: reviewStatusCode.nullable(),
    /** It ended, or will, with less than all paid: the rest was given up. */
    settled: z.boolean(),
    approvedAmount: money,
    effectiveDate: isoDate.nullable(),
    /** Of what is collected. */
    apr: percent,
    /** The APR that was signed, where the money came later and it differs. */
    signedApr: percent.nullable(),
    /** Principal still owed. */
    balance: money,
    payoffToday: money,
    perDiem: money,
    paid: money,
    /** Day and total of the next payment. */
    nextDueDate: isoDate.nullable(),
    nextDueAmount: money.nullable(),
    nextPayment: nextPayment.nullable(),
    daysOverdue: z.int().nonnegative(),
    /** The sum of its parts. */
    pastDueAmount: money,
    pastDueParts,
    paymentMode: paymentModeCode,
    account: bankAccount.nullable(),
    installments: z.array(installment).max(200),
    transactions: z.array(transaction).max(1_000),
    /** Transactions before those, for `history=all`. */
    earlierTransactions: z.int().nonnegative(),
    /** Those transactions and every payment to come, by day: how far each is and what is expected when. */
    timeline: z.array(paymentTimeline).max(1_500),
    automatic,
    /** Owed, but neither past due nor in any payment to come: what is left of it after the last. */
    uncovered: money,
    /** What ends it if it is paid in the next two banking days. */
    uncoveredNow: money,
    /** That in words, as `statusNotes` of the list of loans has them; null where it is nothing. */
    uncoveredNote: text(300).nullable(),
    interestToday: money,
    feesDue: money,
    transactionFees: z.array(transactionFee).max(100),
    openChange: changeEntry.nullable(),
    /** One that the lender sent, which holds from the borrower's signature. */
    changeToSign: changeEntry.nullable(),
    changes: changeAllowances,
    couponCode: text(40).nullable(),
    couponDetails: text(500).nullable(),
    /** What an employee is doing about the loan, in short sentences. */
    statusNotes: z.array(text(300)).max(10),
    /** The bank behind the account has to be linked again. */
    linkBankAgain: z.boolean(),
  }),
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: false,
  summary: 'A loan in repayment: installments, transactions, balance, what is due',
  source: 'product.md §7',
})
