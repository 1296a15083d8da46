import { ADVERTISING_OBSTACLES } from '@dolphin/domain/consents/advertising'
import { WORK_ITEM_KINDS } from '@dolphin/domain/work-items/codes'
import { LEGAL_FACT_KINDS } from '@dolphin/domain/loans/legal-facts'
import { z } from 'zod'
import {
  applicationNo,
  instant,
  isoDate,
  loanNo,
  money,
  openId,
  portfolioId,
  requestCode,
  text,
  usState,
} from '../wire.ts'
import { loanStatusCode, loanSubStatus, reviewStatusCode } from '../wire-codes.ts'
import { nextPayment } from './next-payment.ts'

/** A customer's file: by the customer, or by a loan that belongs to none yet, by its number. */
export const file = z.union([loanNo, openId])

/** Asks for a file with one of its loans: by default the newest that is not over, else the newest. */
export const loanOfFile = {
  params: z.strictObject({ file }),
  query: z.strictObject({
    /** Must be of this customer. */
    loan: loanNo.optional(),
  }),
}

const state = {
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
}

/** A loan beside its customer's name. */
export const loanAtAGlance = z.strictObject({ loanNo, ...state })

/** A loan in the list of a file. */
const fileLoan = z.strictObject({
  loanNo,
  applicationNo,
  ...state,
  /** Null before an amount is approved. */
  amount: money.nullable(),
  createdAt: instant,
  /** Facts of law noted on it, oldest first; null as its end: it stands. */
  legalFacts: z
    .array(
      z.strictObject({
        kind: z.enum(LEGAL_FACT_KINDS),
        since: isoDate,
        reference: text(200).nullable(),
        endedOn: isoDate.nullable(),
      }),
    )
    .max(100),
})

const openWork = z.strictObject({
  workItemNo: text(20),
  kind: z.enum(WORK_ITEM_KINDS),
  loanNo: loanNo.nullable(),
  due: isoDate,
  /** Put off: it rests until this day. */
  sleepsUntil: isoDate.nullable(),
  overdue: z.boolean(),
  takenBy: text(120).nullable(),
})

/** What an employee wrote into the file for colleagues. */
export const customerNote = z.strictObject({
  noteNo: text(20),
  loanNo: loanNo.nullable(),
  text: text(2_000),
  author: text(120),
  at: instant,
})

const payoffDay = z.strictObject({ day: isoDate, interest: money, payoff: money })

/** What one funded loan owes and pays next. */
const loanMoney = z.strictObject({
  loanNo,
  nextPayment: nextPayment.nullable(),
  principal: money,
  /** Accrued, and not paid. */
  interest: money,
  fees: money,
  payoff: money,
  /** Interest of one more day, for information. */
  perDiem: money,
  daysOverdue: z.int().min(0),
  pastDueAmount: money,
  /** Owed, but neither past due nor in any payment to come. */
  beyondPlan: money,
  installmentsPaid: z.int().min(0),
  installmentsTotal: z.int().min(0),
  /** Today first. */
  payoffByDay: z.array(payoffDay).max(10),
})

/** The newest report of the bank about a loan, or the statement that stands for one. */
const bankReport = z.strictObject({ receivedAt: instant, institution: text(200) })

/** What stands out in a file. */
const FILE_FLAGS = [
  'military',
  'activeDuty',
  'bankruptcy',
  /** The bank returned an entry so (R15). */
  'holderDeceased',
  /** On suspicion, until it is cleared. */
  'accountFrozen',
  'accountClosed',
  'inCollection',
  'debitsSuspended',
] as const

/** Of whom the file is, masked: last digits of numbers, first letter of an address. */
export const customerFile = z.strictObject({
  file,
  portfolioId,
  portfolioName: text(200),
  /** Null: an application that belongs to no account yet. */
  openId: openId.nullable(),
  name: text(200),
  emailMasked: text(260).nullable(),
  phoneMasked: text(40).nullable(),
  ssnMasked: text(20).nullable(),
  language: z.enum(['en', 'es']).nullable(),
  state: usState.nullable(),
  /** Where they may be now: for the local time beside a phone call. */
  timeZones: z.array(text(60)).min(1).max(10),
  since: instant,
  /** The account is locked, closed or waits for its first sign-in. */
  accountActive: z.boolean(),
  /** Why no offer goes to their mailbox now; null where one goes. */
  mailOfferObstacle: z.enum(ADVERTISING_OBSTACLES).nullable(),
  /** What they opted out of, by its flag: 2, 4, 16 where it is set, 8 where it is not, as it stands for consent. */
  optOuts: z.array(z.union([z.literal(2), z.literal(4), z.literal(8), z.literal(16)])).max(4),
  flags: z.array(z.enum(FILE_FLAGS)).max(FILE_FLAGS.length),
  /** Newest first. */
  loans: z.array(fileLoan).max(100),
  work: z.array(openWork).max(100),
  /** Statements of open applications that wait for a person. */
  statements: z.array(z.strictObject({ requestCode, loanNo })).max(100),
  /** Newest first. */
  notes: z.array(customerNote).max(50),
  /** The loan that was asked for, else the newest that is not over, else the newest; null before it is funded. */
  money: loanMoney.nullable(),
  bankReport: bankReport.nullable(),
})

/** What the history can be kept to. */
export const HISTORY_KINDS = ['money', 'messages', 'decisions', 'debits', 'staff'] as const

/** One line of a customer's history: who did what, when, to which loan. */
export const historyLine = z.strictObject({
  eventNo: text(64),
  at: instant,
  actor: text(120),
  event: text(64),
  kinds: z.array(z.enum(HISTORY_KINDS)).max(HISTORY_KINDS.length),
  loanNo: loanNo.nullable(),
  from: text(60).nullable(),
  to: text(60).nullable(),
  /** Why, or what was written. */
  text: text(4_000),
  amount: money.nullable(),
})
