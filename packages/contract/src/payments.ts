import { POSTING_LABELS } from '@dolphin/domain/servicing/acts/posting-words'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { may, toEnter } from './staff-rule.ts'
import { ledgerBalance, ledgerPosting } from './shapes/ledger-posting.ts'
import { loanHead } from './shapes/loan-head.ts'
import { manualPosting, postingOrder } from './shapes/manual-posting.ts'
import {
  instant,
  isoDate,
  loanNo,
  money,
  portfolioId,
  queryPortfolioId,
  recordDay,
  sha256,
  signedMoney,
  text,
  written,
} from './wire.ts'

export const eligibilityResultsCall = defineCall({
  name: 'eligibilityResults',
  method: 'GET',
  path: '/dolphin-ops/eligibility/{loanNo}',
  feature: 'payments',
  access: 'operations',
  readsCustomer: true,
  staff: may('loan.read'),
  request: { params: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loanNo,
    answers: z
      .array(
        z.strictObject({
          decisionNo: text(64),
          at: instant,
          transactionNo: text(64).nullable(),
          asked: z.enum(['batch', 'page', 'operations']),
          allowed: z.boolean(),
          rule: text(300),
          /** The law or rule; null where it is about the entry itself, or all rules hold. */
          citation: text(300).nullable(),
          words: text(1_000),
        }),
      )
      .max(10_000),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'Results of the debit eligibility check of a loan, with rule and citation',
  source: 'ours',
})

export const manualPostingCall = defineCall({
  name: 'manualPosting',
  method: 'POST',
  path: '/dolphin-ops/manual-posting',
  feature: 'payments',
  access: 'operations',
  staff: {
    kind: 'byField',
    field: 'kind',
    needs: {
      receipt: toEnter('posting.enter'),
      checkReceipt: toEnter('posting.enter'),
      reverseReceipt: toEnter('posting.enter'),
      refund: toEnter('posting.enter'),
      feeWaiver: toEnter('posting.enter'),
      interestWaiver: toEnter('posting.enter'),
      writeOff: toEnter('posting.writeOff'),
      rejectEntry: toEnter('posting.enter'),
      scheduleChange: toEnter('posting.enter'),
      cancelChange: toEnter('posting.enter'),
    },
    about: 'request',
  },
  touch: {
    about: 'request',
    title: 'Enter a posting',
    shows: { kind: 'What', ...POSTING_LABELS },
  },
  request: {
    body: z.strictObject({
      loanNo,
      ...postingOrder.shape,
      note: written(2_000),
    }),
  },
  reply: z.strictObject({
    posting: manualPosting,
    approval: enteredApproval,
    loan: loanHead,
    /** What a change comes to that the borrower signs first; null of any other posting. */
    toSign: z
      .strictObject({
        signBy: instant,
        totalBefore: money,
        totalAfter: money,
        costDifference: signedMoney,
        lastDateMovesByDays: z.int(),
      })
      .nullable(),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'amountTooSmall',
    'amountTooLarge',
    'dateNotAvailable',
    'paymentModeRefused',
    'changeTypeRefused',
    'changeAlreadyOpen',
    'changeTooLate',
    'changeNotCancelable',
    'authorizationRequired',
    'signingAlreadySigned',
    'touchNeeded',
  ],
  idempotent: true,
  summary: 'Enters a posting by hand; another employee confirms it',
  source: 'ours',
})

export const runBatchCall = defineCall({
  name: 'runBatch',
  method: 'POST',
  path: '/dolphin-ops/batch/run',
  feature: 'payments',
  access: 'operations',
  staff: may('batch.originate'),
  touch: {
    about: 'request',
    title: 'Originate a batch by hand',
    shows: {},
    unless: { field: 'dryRun', value: true },
  },
  request: {
    body: z.strictObject({
      portfolioId,
      /** Answers what the run would send and hold, and changes nothing. */
      dryRun: z.boolean().default(false),
    }),
  },
  reply: z.strictObject({
    portfolioId,
    dryRun: z.boolean(),
    batchDate: isoDate,
    /** Until when borrowers were promised that they can undo what these files take: the run ends that. Null once the batch has started. */
    promisedUntil: instant.nullable(),
    /** More is due than fits one file: the rest is cut right after, file by file. */
    goesOn: z.boolean(),
    files: z
      .array(
        z.strictObject({
          /** Null in a dry run, as the hash is: no file is made. */
          fileName: text(200).nullable(),
          sha256: sha256.nullable(),
          /** The batch date itself in a same-day file. */
          effectiveEntryDate: isoDate,
          credits: z.int().nonnegative(),
          debits: z.int().nonnegative(),
          /** Entries of zero dollars that ask a bank about an account. */
          prenotes: z.int().nonnegative().nullable(),
          /** Returns that are dishonored. */
          sentBack: z.int().nonnegative().nullable(),
          creditTotal: money,
          debitTotal: money,
        }),
      )
      .max(100),
    ineligible: z.array(z.strictObject({ loanNo, amount: money, rule: text(300) })).max(10_000),
    /** Loans left out of the files, with the code of their failure; the next run tries them again. */
    failed: z.array(z.strictObject({ loanNo, failure: text(64) })).max(10_000),
  }),
  refusals: ['notFound', 'batchNotAllowed', 'touchNeeded'],
  idempotent: true,
  summary:
    'Cuts the ACH files of a portfolio: for today while same-day credits can go, and for the next banking day',
  source: 'ours',
})

export const listBankFileCall = defineCall({
  name: 'listBankFile',
  method: 'GET',
  path: '/dolphin-ops/batch/file',
  feature: 'payments',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, day: recordDay }) },
  reply: z.strictObject({
    portfolioId,
    day: isoDate,
    /** Until when money that is asked for arrives on the same day, and the day that it is then. */
    sameDayCutOff: z.strictObject({ at: instant, day: isoDate }),
    /** When the next batch is cut for the banking day after it. */
    batchCutOff: z.strictObject({ at: instant, day: isoDate }),
    files: z
      .array(
        z.strictObject({
          fileName: text(200),
          sha256,
          entries: z.int().nonnegative(),
          debitTotal: money,
          creditTotal: money,
          cutAt: instant,
          /** When the bank was given it; null until then. */
          sentAt: instant.nullable(),
        }),
      )
      .max(100),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The ACH files cut on a day, and the cut-offs that come next',
  source: 'ours',
})

export const exportBankFileCall = defineCall({
  name: 'exportBankFile',
  method: 'GET',
  path: '/dolphin-ops/batch/file-csv',
  feature: 'payments',
  access: 'operations',
  staff: may('loan.read'),
  replyType: 'file',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, day: recordDay }) },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The ACH files cut on a day as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})

export const runSettlementCall = defineCall({
  name: 'runSettlement',
  method: 'POST',
  path: '/dolphin-ops/settlement/run',
  feature: 'payments',
  access: 'operations',
  staff: may('settlement.run'),
  request: { body: z.strictObject({ portfolioId }) },
  reply: z.strictObject({
    portfolioId,
    settledOn: isoDate,
    settled: z.array(z.strictObject({ loanNo, transactionNo: text(64), amount: money })).max(10_000),
    /** Two banking days without a return. */
    checked: z.int().nonnegative(),
    /** Loans whose settlement failed, with the failure code; the others were settled, and the next run tries these again. */
    failed: z.array(z.strictObject({ loanNo, failure: text(64) })).max(10_000),
  }),
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Settles what is due: effective entry date 08:30 New York',
  source: 'ours',
})

export const verifyLedgerCall = defineCall({
  name: 'verifyLedger',
  method: 'GET',
  path: '/dolphin-ops/ledger/{loanNo}',
  feature: 'payments',
  access: 'operations',
  staff: may('loan.read'),
  request: { params: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loanNo,
    /** Every posting is as it was booked: the chain of hashes holds. */
    intact: z.boolean(),
    /** Zero, or something is very wrong. */
    loanTotal: signedMoney,
    ledgerTotal: signedMoney,
    balances: z.array(ledgerBalance).max(20),
    postings: z.array(ledgerPosting).max(5_000),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'A loan’s ledger, its balances, and whether its chain holds',
  source: 'ours',
})

export const verifyLedgersCall = defineCall({
  name: 'verifyLedgers',
  method: 'GET',
  path: '/dolphin-ops/ledger',
  feature: 'payments',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, after: loanNo.optional() }) },
  reply: z.strictObject({
    portfolioId,
    /** Loans with a ledger, all pages together. */
    loansInAll: z.int().nonnegative(),
    loans: z
      .array(
        z.strictObject({ loanNo, postings: z.int().min(1), intact: z.boolean(), loanTotal: signedMoney }),
      )
      .max(100),
    /** Of the whole book. */
    ledgerTotal: signedMoney,
    after: loanNo.nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Walks the ledger chains of a portfolio, a hundred loans at a time',
  source: 'ours',
})
