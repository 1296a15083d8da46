import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customerKey, day, hash, instant, money, portfolioId, sealed } from './columns.ts'
import { loans } from './loan.ts'
import type { AccountValidator } from '@dolphin/domain/payments/account-validation'
import type { AuthorizationMedium } from '@dolphin/domain/payments/standard-entry-class'
import { STORED_NAMES, type StoredName } from '@dolphin/domain/stored-names'

/** Numbers changes, authorizations, entries, postings by hand and eligibility decisions. */
export const servicingSerial = pgSequence('servicing_serial')

/** JSON without account numbers, names or notes of people. */
type Facts = Readonly<Record<string, unknown>>

/** The bank account that a loan's money goes to and comes from; the newest holds. */
export const loanAccounts = pgTable(
  'loan_accounts',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    /** 1, 2, 3 … within the loan. */
    sequence: integer().notNull(),
    openId: text().notNull(),
    /** Sealed as a text, like the tail. */
    routingNumber: text().notNull(),
    accountType: text().$type<'checking' | 'savings'>().notNull(),
    accountTail: text().notNull(),
    /** Blind index of the tail; null in rows that a build before wrote and nothing has sealed yet. */
    tailIndex: hash(),
    accountNumber: sealed().notNull(),
    holderName: sealed().notNull(),
    /** Blind index of routing and account number: the same account is known again over loans. */
    accountKey: hash().notNull(),
    source: text().$type<'application' | 'repair' | 'noticeOfChange' | 'relinked'>().notNull(),
    /** Blind index of the numbers that entries carry, where they are a token for the account; else null. */
    entryKey: hash(),
    /** The bank link that keeps the token alive; null where the account's own number is used. */
    linkRequestCode: text(),
    /** The link has ended and the token with it: no entry is made. */
    linkEndedAt: instant(),
    /** Who said that the account is open and takes ACH; null where only its prenote says so. */
    validatedBy: text().$type<AccountValidator>(),
    /** The zero-dollar entry that asks the account's bank, the file that carried it, and what came back. */
    prenoteTrace: text(),
    prenoteFileNo: text(),
    prenoteEffectiveDate: day(),
    prenoteReturnCode: text(),
    prenoteReturnedAt: instant(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.sequence, row.customerKey] }),
    uniqueIndex('loan_accounts_one_current_per_loan')
      .on(row.portfolioId, row.loanNo, row.customerKey)
      .where(sql`"ended_at" is null`),
    index('loan_accounts_by_account').on(row.portfolioId, row.accountKey),
    index('loan_accounts_by_tail').on(row.portfolioId, row.accountTail),
    index('loan_accounts_by_tail_index').on(row.portfolioId, row.tailIndex),
    index('loan_accounts_by_entry').on(row.portfolioId, row.entryKey).where(sql`"entry_key" is not null`),
    index('loan_accounts_by_link')
      .on(row.portfolioId, row.linkRequestCode)
      .where(sql`"link_request_code" is not null`),
    index('loan_accounts_by_prenote').on(row.portfolioId, row.prenoteTrace),
    index('loan_accounts_without_prenote')
      .on(row.portfolioId, row.loanNo)
      .where(sql`"ended_at" is null and "validated_by" is null and "prenote_trace" is null`),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** A borrower's permission to debit an account. Kept for years after it ends (Nacha, 12 CFR 1005.13). */
export const debitAuthorizations = pgTable(
  'debit_authorizations',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    authorizationNo: text().notNull(),
    loanNo: text().notNull(),
    openId: text().notNull(),
    /** Signed with the agreement, given anew, or for one payment confirmed on the spot. */
    kind: text().$type<'agreement' | 'renewed' | 'singlePayment'>().notNull(),
    /** How it was given: on the site (WEB entries), or on paper (PPD). */
    medium: text().$type<AuthorizationMedium>().notNull().default('site'),
    accountKey: hash().notNull(),
    /** Of a single payment; null for the payments of the schedule. */
    amount: money(),
    grantedAt: instant().notNull(),
    /** What was signed, where there is a document. */
    documentNo: text(),
    revokedAt: instant(),
    /** "customer:<openId>", "employee:<id>", "system" and why: "R07", "change 104". */
    revokedBy: text(),
    revokedFor: text(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.authorizationNo, row.customerKey] }),
    index('debit_authorizations_by_loan').on(row.portfolioId, row.loanNo, row.grantedAt),
    index('debit_authorizations_by_customer').on(row.portfolioId, row.openId),
    index('debit_authorizations_renewed').on(row.portfolioId, row.accountKey).where(sql`"kind" = 'renewed'`),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** What changes a debt besides money: fees, waivers, write-offs. Append-only but for its end. */
export const accountEntries = pgTable(
  'account_entries',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    entryNo: text().notNull(),
    kind: text().$type<'fee' | 'feeWaiver' | 'interestWaiver' | 'restWaiver' | 'writeOff'>().notNull(),
    amount: money().notNull(),
    effectiveDate: day().notNull(),
    /** What asks for it ("return of 42"); asked once. */
    cause: text().notNull(),
    transactionNo: text(),
    actor: text().notNull(),
    createdAt: instant().notNull(),
    /** Taken back, such as when the return that caused it was dishonored. */
    voidedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.entryNo, row.customerKey] }),
    uniqueIndex('account_entries_one_per_cause').on(row.portfolioId, row.loanNo, row.cause, row.customerKey),
    index('account_entries_by_loan').on(row.portfolioId, row.loanNo, row.effectiveDate),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** A change of a live loan that was saved, or waits for the borrower's signature. One is open at a time. */
export const loanChanges = pgTable(
  'loan_changes',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    changeNo: text().notNull(),
    loanNo: text().notNull(),
    openId: text().notNull(),
    changeType: integer().notNull(),
    status: text().$type<'toSign' | 'open' | 'applied' | 'cancelled' | 'done' | 'failed'>().notNull(),
    /** What was asked for, and what it came to: schedules, cost, quote. Money as on the wire. */
    request: jsonb().$type<Facts>().notNull(),
    result: jsonb().$type<Facts>().notNull(),
    holdsFrom: day().notNull(),
    cutOffAt: instant().notNull(),
    /** The plan before it, to go back to. */
    planNoBefore: text().notNull(),
    planNo: text(),
    /** The single debit or refund that it makes. */
    transactionNo: text(),
    requestCode: text(),
    documentNo: text(),
    actor: text().notNull(),
    requestedAt: instant().notNull(),
    closedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.changeNo, row.customerKey] }),
    uniqueIndex('loan_changes_one_open_per_loan')
      .on(row.portfolioId, row.loanNo, row.customerKey)
      .where(sql`"status" = 'open'`),
    index('loan_changes_by_loan').on(row.portfolioId, row.loanNo, row.requestedAt),
    index('loan_changes_by_transaction').on(row.portfolioId, row.transactionNo),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** What the debit eligibility check answered, and the rule it cites. Append-only. */
export const eligibilityDecisions = pgTable(
  STORED_NAMES.table.eligibilityDecisions,
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    decisionNo: text().notNull(),
    loanNo: text().notNull(),
    transactionNo: text(),
    asked: text().$type<'batch' | 'page' | 'operations'>().notNull(),
    allowed: boolean().notNull(),
    rule: text().notNull(),
    /** For the borrower. */
    words: text().notNull(),
    facts: jsonb().$type<Facts>().notNull(),
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.decisionNo, row.customerKey] }),
    index('guard_decisions_by_loan').on(row.portfolioId, row.loanNo, row.at),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** A file of the bank: returns, notices of change. Taken once, whole or not at all. */
export const achInboxFiles = pgTable(
  'ach_inbox_files',
  {
    portfolioId: portfolioId(),
    sha256: hash().notNull(),
    fileName: text().notNull(),
    status: text().$type<StoredName<'inboxFileStatus'>>().notNull(),
    /** Why the file was quarantined: record, field, value, line. */
    errors: jsonb().$type<readonly Facts[]>().notNull(),
    returns: integer().notNull(),
    noticesOfChange: integer().notNull(),
    receivedAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.sha256] })],
)

/** One entry of such a file and what became of it. The key makes a second coming harmless. */
export const achInboxEntries = pgTable(
  'ach_inbox_entries',
  {
    portfolioId: portfolioId(),
    kind: text().$type<'return' | StoredName<'inboxEntryKind'> | 'noticeOfChange'>().notNull(),
    originalTrace: text().notNull(),
    code: text().notNull(),
    /** Of the entry, in the bank's file; 0 in notices of change, and unknown in rows from before there was this column. */
    amount: money().notNull().default(sql`0`),
    /** Trace number that the bank gave its own entry. */
    bankTrace: text().notNull().default(''),
    /** Day of the bank's batch or file, YYYY-MM-DD; empty in rows from before there was this column. */
    bankDate: text().notNull().default(''),
    sha256: hash().notNull(),
    line: integer().notNull(),
    transactionNo: text(),
    loanNo: text(),
    /** What the addenda says: date of death, information; account numbers masked. */
    addenda: jsonb().$type<Facts>().notNull(),
    applied: text().$type<'applied' | 'unmatched' | 'refused'>().notNull(),
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({
      name: 'ach_inbox_entries_same_bank_entry',
      columns: [
        row.portfolioId,
        row.kind,
        row.originalTrace,
        row.code,
        row.amount,
        row.bankTrace,
        row.bankDate,
      ],
    }),
    index('ach_inbox_entries_by_loan').on(row.portfolioId, row.loanNo, row.at),
    index('ach_inbox_entries_by_file').on(row.portfolioId, row.sha256),
    foreignKey({
      columns: [row.portfolioId, row.sha256],
      foreignColumns: [achInboxFiles.portfolioId, achInboxFiles.sha256],
    }),
  ],
)

/** A posting by hand: entered by one employee, confirmed by another. */
export const manualPostings = pgTable(
  'manual_postings',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    postingNo: text().notNull(),
    loanNo: text().notNull(),
    kind: text().notNull(),
    changeType: integer().notNull(),
    amount: money(),
    effectiveDate: day().notNull(),
    transactionNo: text(),
    /** What the kind needs besides: way of paying, installment, new date. Money as on the wire. */
    details: jsonb().$type<Facts>().notNull().default({}),
    /** Null once the file is erased. */
    note: sealed(),
    enteredBy: text().notNull(),
    enteredAt: instant().notNull(),
    confirmedBy: text(),
    confirmedAt: instant(),
    state: text().$type<'entered' | 'posted'>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.postingNo, row.customerKey] }),
    index('manual_postings_by_loan').on(row.portfolioId, row.loanNo, row.enteredAt),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)
