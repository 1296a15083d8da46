import { SKIP_REASON_CODES } from '@dolphin/domain/verification/skip-reason'
import { PDF_UNREAD } from '@dolphin/domain/verification/statement'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { institutionId } from './institutions.ts'
import { consentStatus } from './shapes/consent.ts'
import { documentModel } from './shapes/document-model.ts'
import {
  accountId,
  applicationNo,
  documentNo,
  instant,
  isoDate,
  loanNo,
  maskedNumber,
  money,
  portfolioId,
  queryPortfolioId,
  requestCode,
  sha256,
  signedMoney,
  text,
} from './wire.ts'
import {
  bankAccountTypeCode,
  documentTypeCode,
  ibvStatusCode,
  notificationCode,
  payrollFrequencyCode,
  signStatusCode,
  ticketCode,
} from './wire-codes.ts'

/** Through what an income is verified. */
const verificationWay = z.enum(['bank', 'statement', 'person'])

/** A way around the first provider: another one, a statement, a person. Source: domain.md §5. */
const fallbackOption = z.strictObject({
  kind: z.enum(['provider', 'statementUpload', 'person']),
  providerId: text(40).nullable(),
  name: text(120),
})

/** A row of a statement that does not count: its line in the file, and why in words. */
const skippedRow = z.strictObject({
  row: z.int().positive(),
  column: text(1_000).nullable(),
  code: z.enum(SKIP_REASON_CODES),
  reason: text(200),
})

/** What was read of a statement file. */
export const statementRead = z.strictObject({
  /** The bank whose layout the file has, where it is known. */
  bank: text(120).nullable(),
  /** Transactions that count; with the skipped rows they are the rows of the file. */
  rows: z.int().nonnegative(),
  rowsInFile: z.int().nonnegative(),
  from: isoDate,
  to: isoDate,
  accountMasked: maskedNumber.nullable(),
  /** Whether the balances of the file follow from its amounts. */
  balances: z.enum(['agree', 'disagree', 'none']),
  /** Where the file names its first and last balance: these, and what its rows come to. */
  totals: z.strictObject({ opening: signedMoney, rows: signedMoney, closing: signedMoney }).nullable(),
  skipped: z.array(skippedRow).max(100),
  moreSkipped: z.int().nonnegative(),
})

/** Why no rows were read of a PDF; null of other files and where some were. */
export const pdfUnread = z.enum(PDF_UNREAD)

const statementKind = z.enum(['csv', 'png', 'pdf', 'unknown', 'person'])

/** What an upload, or a request for a person, is waiting for. */
const statementState = z.enum(['columnsAsked', 'waiting', 'quarantined', 'accepted', 'refused'])

/** One verification in a person's hands. */
export const statementHead = z.strictObject({
  requestCode,
  portfolioId,
  loanNo,
  applicationNo,
  customerName: text(200),
  kind: statementKind,
  state: statementState,
  ibvStatus: ibvStatusCode,
  documentNo: documentNo.nullable(),
  waitingSince: instant,
})

/** What decides about an income: computed from a table, or found by a person in a picture. */
export const incomeFindings = z.strictObject({
  monthlyNetIncome: personal('income', money),
  frequency: payrollFrequencyCode.nullable(),
  nextPaydays: z.array(isoDate).max(12),
  /** First day that the statement shows. */
  periodFrom: isoDate.nullable(),
  lastIncomeOn: isoDate.nullable(),
  averageBalance: signedMoney,
  lowestBalance: signedMoney,
  nsfCount30: z.int().min(0).max(1_000),
  nsfCount90: z.int().min(0).max(1_000),
  otherLenders: z.int().min(0).max(100),
  otherLendersMonthly: money,
})

export const createRequestCodeCall = defineCall({
  name: 'createRequestCode',
  method: 'POST',
  path: '/dolphin-loan/online/create-request-code',
  feature: 'verification',
  access: 'session',
  request: {
    body: z.strictObject({
      loanNo,
      purpose: z.enum(['IBV', 'signature']),
      /** IBV: another provider than the portfolio's first, from get-provider's fall-backs. */
      providerId: text(40).optional(),
      /** IBV: the bank to begin with, from list-institution. */
      institutionId: institutionId.optional(),
    }),
  },
  reply: z.strictObject({
    requestCode,
    purpose: z.enum(['IBV', 'signature']),
    expiresAt: instant,
    /** The channel ticket that tells of its outcome. */
    ticket: ticketCode,
    /** Where it is done: the provider's page, or the signature page. */
    url: text(2_000),
    /** For a provider that runs by script. */
    linkToken: text(2_000).nullable(),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'signInRequiredForStep',
    'verificationTriesUsedUp',
    'verificationProviderUnavailable',
    'planRecalculationRequired',
    'offerExpired',
    'militaryCheckUnavailable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Opens a bank verification or a signing',
  source: 'product.md §7',
})

export const getProviderCall = defineCall({
  name: 'getProvider',
  method: 'GET',
  path: '/dolphin-loan/online/get-provider',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    providerId: text(40),
    name: text(120),
    /** How the browser opens it: a page of its own, or the provider's script. */
    link: z.strictObject({
      kind: z.enum(['page', 'script']),
      scriptUrl: text(500).nullable(),
      environment: text(40),
    }),
    /** Of late more links through it failed than came through: said before one is begun. */
    trouble: z.boolean(),
    /** Of a loan: what is left to it. */
    fallbacks: z.array(fallbackOption).max(5),
    /** How often a bank may still be linked for the loan; null where none is named. */
    triesLeft: z.int().nonnegative().nullable(),
    /** The loan's newest attempt. */
    attempt: z
      .strictObject({
        requestCode,
        way: verificationWay,
        ibvStatus: ibvStatusCode,
        text: text(500),
        reason: text(500).nullable(),
      })
      .nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The bank verification provider of a portfolio, and the ways around it',
  source: 'product.md §7',
})

/** One line of an account. */
export const accountLine = z.strictObject({ date: isoDate, amount: signedMoney, description: text(1_000) })
export const accountLines = z.array(accountLine).max(200)

const verificationDetails = z.strictObject({
  purpose: z.literal('IBV'),
  requestCode,
  loanNo,
  ibvStatus: ibvStatusCode,
  institution: text(120).nullable(),
  accounts: z
    .array(
      z.strictObject({
        accountId,
        accountMasked: maskedNumber,
        accountType: bankAccountTypeCode,
        balance: signedMoney,
        /** It is the account that was typed in the bank section. */
        matched: z.boolean(),
      }),
    )
    .max(50),
  income: personal(
    'income',
    z.strictObject({
      monthlyNetIncome: money,
      frequency: payrollFrequencyCode.nullable(),
      nextPaydays: z.array(isoDate).max(12),
      daysOfHistory: z.int().nonnegative(),
      /** The deposits behind the monthly income, by payer; empty where a person found it in a file. */
      sources: z
        .array(z.strictObject({ payer: text(200), monthlyNet: money, deposits: accountLines }))
        .max(50),
    }),
  ).nullable(),
})

const signingDetails = z.strictObject({
  purpose: z.literal('signature'),
  requestCode,
  loanNo,
  signStatus: signStatusCode,
  expiresAt: instant,
  signerName: text(200),
  documents: z
    .array(
      z.strictObject({
        documentNo,
        documentType: documentTypeCode,
        title: text(200),
        /** The hash of the very bytes to be signed; `sign` takes it back. */
        sha256,
        /** Shown as HTML from the same model as the PDF. */
        model: personal('document', documentModel),
      }),
    )
    .max(10),
  keyFigures: z.array(z.strictObject({ label: text(120), value: text(120), description: text(500) })).max(20),
  /** What the signature agrees to pay; null of an amendment, whose figures are all among the key figures. */
  cost: z.strictObject({ number: z.int().positive(), totalOfPayments: money, apr: text(20) }).nullable(),
  consents: z.array(consentStatus).max(10),
  /** What is done of consent, read, sign. */
  electronicConsentGiven: z.boolean(),
  /** A code inside the sample PDF, typed back as proof that it opens. */
  proofDocumentNo: documentNo,
})

export const getRequestDetailsCall = defineCall({
  name: 'getRequestDetails',
  method: 'GET',
  path: '/dolphin-loan/online/get-request-details',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ requestCode: requestCode.optional() }) },
  reply: z.discriminatedUnion('purpose', [verificationDetails, signingDetails]),
  refusals: ['notFound', 'signInRequiredForStep'],
  idempotent: false,
  summary: 'What a bank verification found, or what is to be signed',
  source: 'product.md §7',
})

export const getRequestStatusCall = defineCall({
  name: 'getRequestStatus',
  method: 'GET',
  path: '/dolphin-loan/online/get-request-status',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ requestCode: requestCode.optional() }) },
  reply: z.strictObject({
    requestCode,
    purpose: z.enum(['IBV', 'signature']),
    ibvStatus: ibvStatusCode.nullable(),
    signStatus: signStatusCode.nullable(),
    text: text(500),
    /** Through what it goes; null for a signing. */
    way: verificationWay.nullable(),
    /** Why a person refused a statement, in words to the borrower. */
    reason: text(500).nullable(),
    /** What is left besides, as get-provider tells it. */
    fallbacks: z.array(fallbackOption).max(5),
    /** Nothing more will happen to it. */
    final: z.boolean(),
    expiresAt: instant,
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'How a bank verification or a signing stands',
  source: 'product.md §7',
})

export const uploadBankStatementCall = defineCall({
  name: 'uploadBankStatement',
  method: 'POST',
  path: '/dolphin-loan/online/upload-bank-statement',
  feature: 'verification',
  access: 'session',
  requestType: 'multipart',
  request: {
    body: z.strictObject({ loanNo: loanNo.optional(), applicationNo: applicationNo.optional() }),
  },
  reply: z.strictObject({
    documentNo,
    fileName: text(200),
    kind: statementKind,
    /** What was read of it; null where a person has to look. */
    read: statementRead.nullable(),
    unread: pdfUnread.nullable(),
    /** Quarantined until an employee reviews it: its content could not be identified. */
    quarantined: z.boolean(),
    /** Its columns are to be named first: `statement-columns`. It waits for that at status 1. */
    columnsAsked: z.boolean(),
    requestCode,
    ibvStatus: ibvStatusCode,
    /** Null while the columns are asked. */
    notification: notificationCode.nullable(),
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'unsupportedFile',
    'payloadTooLarge',
    'fileUnreadable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Takes a bank statement as CSV, PNG or (where the portfolio takes it) PDF, at most 10 MB',
  source: 'product.md §7',
})
