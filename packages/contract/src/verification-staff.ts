import { z } from 'zod'
import { STATEMENT_ACTS } from '@dolphin/domain/verification/statement-acts'
import { STATEMENT_REFUSAL_CODES } from '@dolphin/domain/verification/statement-refusal'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { may } from './staff-rule.ts'
import {
  accountLine,
  accountLines,
  incomeFindings,
  pdfUnread,
  statementHead,
  statementRead,
} from './verification.ts'
import {
  instant,
  isoDate,
  loanNo,
  maskedNumber,
  money,
  plainLine,
  queryPortfolioId,
  requestCode,
  signedMoney,
  text,
  written,
} from './wire.ts'
import { bankAccountTypeCode, ibvStatusCode, payrollFrequencyCode } from './wire-codes.ts'

export const acceptStatementCall = defineCall({
  name: 'acceptStatement',
  method: 'POST',
  path: '/dolphin-ops/statement/accept',
  feature: 'verification',
  access: 'operations',
  staff: may('statement.accept', 'statement'),
  touch: { about: 'statement', title: 'Accept a statement', shows: { requestCode: 'Statement' } },
  request: {
    body: z.strictObject({
      requestCode,
      /** Last four digits of the account on the statement; they must be those of the typed account. */
      accountTail: z.string().regex(/^\d{4}$/, 'Enter the last 4 digits'),
      /** As the statement names its owner; null where it does not. */
      ownerName: plainLine(200).nullable(),
      /** What differs from what was computed; all of it where nothing was. */
      findings: incomeFindings.partial(),
      note: written(2_000),
    }),
  },
  reply: statementHead,
  refusals: ['notFound', 'reviewDecisionRefused', 'loanStatusInvalid', 'touchNeeded'],
  idempotent: true,
  summary: 'Accepts a statement in place of a bank link: its income counts as verified',
  source: 'ours',
})

const statementQuery = z.strictObject({
  portfolioId: queryPortfolioId.optional(),
  /** Where the page before ended. */
  after: text(100).optional(),
})

export const listStatementCall = defineCall({
  name: 'listStatement',
  method: 'GET',
  path: '/dolphin-ops/statement',
  feature: 'verification',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: statementQuery },
  reply: z.strictObject({
    statements: z.array(statementHead).max(100),
    /** Where the next page begins; null at the end. */
    after: text(100).nullable(),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Statements and requests for a person that wait for a decision, longest first',
  source: 'ours',
})

export const exportStatementCall = defineCall({
  name: 'exportStatement',
  method: 'GET',
  path: '/dolphin-ops/statement-csv',
  feature: 'verification',
  access: 'operations',
  staff: may('loan.read'),
  replyType: 'file',
  request: { query: statementQuery.omit({ after: true }) },
  reply: z.unknown(),
  refusals: [],
  idempotent: false,
  summary: 'The statements that wait as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})

export const refuseStatementCall = defineCall({
  name: 'refuseStatement',
  method: 'POST',
  path: '/dolphin-ops/statement/refuse',
  feature: 'verification',
  access: 'operations',
  staff: may('statement.refuse', 'statement'),
  request: {
    body: z.strictObject({ requestCode, reason: z.enum(STATEMENT_REFUSAL_CODES), note: written(2_000) }),
  },
  reply: statementHead,
  refusals: ['notFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Refuses a statement; the borrower gets the reason and may send another',
  source: 'ours',
})

export const releaseStatementCall = defineCall({
  name: 'releaseStatement',
  method: 'POST',
  path: '/dolphin-ops/statement/release',
  feature: 'verification',
  access: 'operations',
  staff: may('statement.accept', 'statement'),
  request: { body: z.strictObject({ requestCode, note: written(2_000) }) },
  reply: statementHead,
  refusals: ['notFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Lets a file out of quarantine; it then waits like any other statement',
  source: 'ours',
})

/** The lines behind what was computed; of more than 200 the newest. */
const linesBehind = z.strictObject({
  /** The lists of words by which lines were told apart. */
  wordsVersion: text(20),
  income: z
    .array(
      z.strictObject({
        payer: text(200),
        /** What the deposits say they are: pay, or which benefit. */
        kind: text(40),
        frequency: payrollFrequencyCode,
        monthlyNet: money,
        lines: accountLines,
      }),
    )
    .max(50),
  fees: accountLines,
  lenderDebits: accountLines,
  /** Money that lenders paid in: no income. */
  lenderCredits: accountLines,
  /** The newest deposit of any income, of one that has ended too; null where none was seen. */
  lastIncome: accountLine.nullable(),
  /** The account and the days of average and lowest balance; null where no account is usable. */
  balances: z
    .strictObject({
      accountMasked: maskedNumber,
      from: isoDate,
      to: isoDate,
      lowestOn: isoDate,
      /** Days at whose end it stood below zero; of more than 200 the newest. */
      overdrawnOn: z.array(isoDate).max(200),
    })
    .nullable(),
})

export const showStatementCall = defineCall({
  name: 'showStatement',
  method: 'GET',
  path: '/dolphin-ops/statement/{requestCode}',
  feature: 'verification',
  access: 'operations',
  readsCustomer: true,
  staff: may('statement.accept', 'statement'),
  request: { params: z.strictObject({ requestCode }) },
  reply: z.strictObject({
    ...statementHead.shape,
    /** What was read of a table or PDF; null where a person has to look. */
    read: statementRead.nullable(),
    unread: pdfUnread.nullable(),
    /** What was read, row by row, to be held beside the file; of more than 500 the newest. */
    rows: z.array(accountLine).max(500),
    /** What accepting it takes over unless something else is said; null where nothing is computed. */
    computed: incomeFindings.nullable(),
    /** What was computed may not stand: accepting it takes what a person found in the file. */
    needsFindings: z.boolean(),
    /** The lines from which it was computed. */
    behind: linesBehind.nullable(),
    /** Each act, the rule that allows it, and why it is not possible now; null: it is. */
    acts: z
      .array(z.strictObject({ act: z.enum(STATEMENT_ACTS), rule: text(500), obstacle: text(300).nullable() }))
      .max(STATEMENT_ACTS.length),
    /** What the borrower typed. */
    stated: z.strictObject({
      employer: personal('employer', text(200)).nullable(),
      monthlyNetIncome: personal('income', text(20)),
      accountMasked: maskedNumber.nullable(),
    }),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'One statement: what was read and computed, and what the borrower said',
  source: 'ours',
})

/** An account that a bank link has shown. */
const linkedAccount = z.strictObject({
  accountMasked: maskedNumber,
  accountType: bankAccountTypeCode,
  ownerNames: z.array(text(200)).max(20),
  balance: signedMoney,
  /** Takes electronic payments and is not closed. */
  open: z.boolean(),
  /** It is the account that was typed in the bank section. */
  matched: z.boolean(),
  /** Its number is a token that lives as long as the link. */
  tokenized: z.boolean(),
  /** Its transactions, oldest first; of more than 500 the newest. */
  rows: z.array(accountLine).max(500),
})

export const showBankLinkCall = defineCall({
  name: 'showBankLink',
  method: 'GET',
  path: '/dolphin-ops/bank-link',
  feature: 'verification',
  access: 'operations',
  readsCustomer: true,
  staff: may('statement.accept'),
  request: {
    query: z.strictObject({
      loanNo,
      /** One of the loan's links; without it the newest that came through. */
      requestCode: requestCode.optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    /** Every bank link of the loan, newest first; of more than 50 the newest. */
    links: z
      .array(
        z.strictObject({
          requestCode,
          provider: text(40),
          ibvStatus: ibvStatusCode,
          institution: text(120).nullable(),
          openedAt: instant,
          /** Why it came to nothing, in words; null where none is known. */
          reason: text(500).nullable(),
        }),
      )
      .max(50),
    /** What one of them has told; null where none came through. */
    shown: z
      .strictObject({
        requestCode,
        receivedAt: instant,
        institution: text(120),
        /** False where the provider may not be asked for owners: a person has to look. */
        ownersRead: z.boolean(),
        /** Lines of the bank that could not be read and do not count. */
        unreadLines: z.int().nonnegative(),
        accounts: z.array(linkedAccount).max(50),
        computed: incomeFindings,
        behind: linesBehind,
      })
      .nullable(),
  }),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'The bank links of a loan, and the rows behind each figure of one',
  source: 'ours',
})

export const allowAccountCall = defineCall({
  name: 'allowAccount',
  method: 'POST',
  path: '/dolphin-ops/bank-link/allow-account',
  feature: 'verification',
  access: 'operations',
  staff: may('statement.accept'),
  request: { body: z.strictObject({ loanNo, note: written(2_000) }) },
  reply: z.strictObject({ loanNo, requestCode }),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: true,
  summary:
    'Lets the borrower use the account that a new bank link shows in place of the one whose link has ended',
  source: 'ours',
})

export const statementFileCall = defineCall({
  name: 'statementFile',
  method: 'GET',
  path: '/dolphin-ops/statement/{requestCode}/file',
  feature: 'verification',
  access: 'operations',
  readsCustomer: true,
  staff: may('statement.accept', 'statement'),
  replyType: 'file',
  request: { params: z.strictObject({ requestCode }) },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The bytes of a statement; from quarantine without a type that anything would open',
  source: 'ours',
})
