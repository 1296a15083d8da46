import type {
  AmountResult,
  CustomerCategory,
  LoanFlag,
  LoanStatus,
  LoanSubStatus,
  Military,
  RiskReport,
} from '@dolphin/domain/loans/codes'
import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import { customerKey, day, hash, instant, legalFactList, money, portfolioId, sealed } from './columns.ts'

/** Serials out of which the domain makes numbers for people; never given twice, gaps are normal. */
export const loanSerial = pgSequence('loan_serial')
export const applicationSerial = pgSequence('application_serial')
export const documentSerial = pgSequence('document_serial')
export const transactionSerial = pgSequence('transaction_serial')
export const traceSerial = pgSequence('trace_serial')

/** A loan from the first section of its application to its end. */
export const loans = pgTable(
  'loans',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    applicationNo: text().notNull(),
    openId: text(),
    status: integer().$type<LoanStatus>().notNull(),
    subStatus: text().$type<LoanSubStatus>(),
    /** The facts of law noted on it: what `legal_facts` has, written from there by its repository alone. */
    legalFacts: legalFactList().notNull().default([]),
    flags: integer().array().$type<LoanFlag[]>().notNull().default([]),
    category: integer().$type<CustomerCategory>(),
    military: integer().$type<Military>().notNull().default(0),
    amountResult: integer().$type<AmountResult>(),
    qualifiedMinimum: money(),
    qualifiedMaximum: money(),
    qualifiedStep: money(),
    qualifiedAt: instant(),
    qualifiedUntil: instant(),
    approvedAmount: money(),
    planNo: text(),
    termsDigest: hash(),
    couponCode: text(),
    signedAt: instant(),
    approvedAt: instant(),
    /** Agreed day of the credit; effectiveDate is the day it settled, from which interest runs. */
    disbursementDate: day(),
    effectiveDate: day(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    version: integer().notNull().default(1),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.customerKey] }),
    uniqueIndex('loans_one_per_application').on(row.portfolioId, row.applicationNo, row.customerKey),
    // One application or loan on its way to being repaid. 103 withdrawn and 206 terminated are over; of those in
    // repayment (203 to 205) there may be two, where a payment of a loan that had ended comes back.
    uniqueIndex('loans_one_open_per_customer')
      .on(row.portfolioId, row.openId, row.customerKey)
      .where(sql`"open_id" is not null and "status" not in (103, 203, 204, 205, 206)`),
    index('loans_by_status').on(row.portfolioId, row.status, row.updatedAt),
    index('loans_by_sub_status').on(row.portfolioId, row.subStatus, row.updatedAt),
    index('loans_by_customer').on(row.portfolioId, row.openId, row.createdAt),
  ],
)

/** Facts of law noted beside a loan's status: append-only but for their end. docs/decisions/legal-facts.md */
export const legalFacts = pgTable(
  'legal_facts',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    /** 1, 2, 3 … within the loan. */
    sequence: integer().notNull(),
    kind: text().$type<LegalFactKind>().notNull(),
    /** The day of the fact. */
    since: day().notNull(),
    /** Court and case number, or orders. */
    reference: sealed(),
    notedAt: instant().notNull(),
    notedBy: text().notNull(),
    endedOn: day(),
    endedAt: instant(),
    /** Who entered its end, and who confirmed it. */
    endedBy: text(),
    confirmedBy: text(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.sequence, row.customerKey] }),
    uniqueIndex('legal_facts_one_standing')
      .on(row.portfolioId, row.loanNo, row.kind, row.customerKey)
      .where(sql`"ended_at" is null`),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** Every move of a loan's status: from, to, why, by whom, when. Append-only. */
export const loanHistory = pgTable(
  'loan_history',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    /** 1, 2, 3 … within the loan. */
    sequence: integer().notNull(),
    fromStatus: integer().$type<LoanStatus>(),
    fromSubStatus: text().$type<LoanSubStatus>(),
    toStatus: integer().$type<LoanStatus>().notNull(),
    toSubStatus: text().$type<LoanSubStatus>(),
    cause: text().notNull(),
    actor: text().notNull(),
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.sequence, row.customerKey] }),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** A decision whole, inputs and rule trace included, so that it can be replayed. Append-only. */
export const decisions = pgTable(
  'decisions',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    decisionNo: text().notNull(),
    loanNo: text().notNull(),
    /** Digest of inputs and policy version: the same inputs answer the stored decision. */
    inputsHash: hash().notNull(),
    policyVersion: text().notNull(),
    outcome: text().notNull(),
    decision: sealed().notNull(),
    decidedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.decisionNo, row.customerKey] }),
    uniqueIndex('decisions_one_per_input').on(row.portfolioId, row.loanNo, row.inputsHash, row.customerKey),
  ],
)

/** What decisions were made on: a policy with its products, once for each content. Append-only. */
export const decisionBases = pgTable(
  'decision_bases',
  {
    portfolioId: portfolioId(),
    /** Digest of the content. */
    basisHash: hash().notNull(),
    policyVersion: integer().notNull(),
    /** Exact, as the domain writes it (basis-text). */
    basis: text().notNull(),
    createdAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.basisHash] })],
)

/** The risk report on a loan: one for each bank report and policy content. Append-only. */
export const riskReports = pgTable(
  'risk_reports',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    /** The bank report that it was made of. */
    requestCode: text().notNull(),
    basisHash: hash().notNull(),
    result: integer().$type<RiskReport>().notNull(),
    /** Signs and figures, encrypted JSON. */
    signals: sealed().notNull(),
    madeAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.requestCode, row.basisHash, row.customerKey] }),
  ],
)
