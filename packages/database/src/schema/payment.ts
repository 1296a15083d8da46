import type { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { TransactionPurpose } from '@dolphin/domain/payments/codes'
import type { ReversalReason } from '@dolphin/domain/payments/reversal'
import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customerKey, day, hash, instant, money, portfolioId } from './columns.ts'
import { loans } from './loan.ts'

/** A plan the customer picked; the loan points to the one that holds. Append-only but for its end. */
export const paymentPlans = pgTable(
  'payment_plans',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    planNo: text().notNull(),
    loanNo: text().notNull(),
    amount: money().notNull(),
    frequency: integer().$type<PaymentFrequency>().notNull(),
    installmentCount: integer().notNull(),
    installmentAmount: money().notNull(),
    firstDate: day().notNull(),
    lastDate: day().notNull(),
    amountFinanced: money().notNull(),
    financeCharge: money().notNull(),
    totalOfPayments: money().notNull(),
    /** Percent as on the wire: "258.32". */
    apr: text().notNull(),
    /** The rest of the disclosure (MAPR, rates, fees), as computed. */
    disclosure: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    termsDigest: hash().notNull(),
    createdAt: instant().notNull(),
    supersededAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.planNo, row.customerKey] }),
    index('payment_plans_by_loan').on(row.portfolioId, row.loanNo, row.createdAt),
    uniqueIndex('payment_plans_one_current_per_loan')
      .on(row.portfolioId, row.loanNo, row.customerKey)
      .where(sql`"superseded_at" is null`),
  ],
)

/** One scheduled payment of a plan. */
export const installments = pgTable(
  'installments',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    planNo: text().notNull(),
    /** 1, 2, 3 … in order of due dates. */
    number: integer().notNull(),
    loanNo: text().notNull(),
    dueDate: day().notNull(),
    principal: money().notNull(),
    interest: money().notNull(),
    fee: money().notNull(),
    amount: money().notNull(),
    balanceAfter: money().notNull(),
    status: integer().notNull(),
    /** Sum of the installment flags of product.md §3. */
    flags: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.planNo, row.number, row.customerKey] }),
    index('installments_by_due_date').on(row.portfolioId, row.dueDate),
    index('installments_by_loan').on(row.portfolioId, row.loanNo, row.dueDate),
    foreignKey({
      columns: [row.portfolioId, row.planNo, row.customerKey],
      foreignColumns: [paymentPlans.portfolioId, paymentPlans.planNo, paymentPlans.customerKey],
    }),
  ],
)

/** One transaction. */
export const transactions = pgTable(
  'transactions',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    transactionNo: text().notNull(),
    loanNo: text().notNull(),
    openId: text().notNull(),
    /** 14000 credit, 14001 debit, 14002 refund. */
    type: integer().notNull(),
    mode: integer().notNull(),
    amount: money().notNull(),
    effectiveDate: day().notNull(),
    status: integer().notNull(),
    flags: integer().notNull().default(0),
    /** What asked for it; the same instruction never makes a second transaction. */
    instructionKey: text().notNull(),
    installmentNumber: integer(),
    /** What it is for; older transactions are disbursements. */
    purpose: text().$type<TransactionPurpose>().notNull().default('disbursement'),
    /** The account it goes to or comes from, as loan_accounts names it; null before that was known. */
    accountKey: hash(),
    authorizationNo: text(),
    changeNo: text(),
    /** Of a re-presentment: the item that came back; of a reversal: the entry that it reverses. */
    originalTransactionNo: text(),
    /** Of a reversal: why the entry was wrong, and when that was found. */
    reversalReason: text().$type<ReversalReason>(),
    errorFoundAt: instant(),
    /** 1 the first time; at most 3 (ach.md §2). */
    attempt: integer().notNull().default(1),
    traceNumber: text(),
    returnCode: text(),
    settledOn: day(),
    returnedOn: day(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.transactionNo, row.customerKey] }),
    uniqueIndex('transactions_one_per_instruction').on(row.portfolioId, row.instructionKey, row.customerKey),
    index('transactions_by_trace').on(row.portfolioId, row.traceNumber),
    index('transactions_by_loan').on(row.portfolioId, row.loanNo, row.effectiveDate),
    index('transactions_by_status').on(row.portfolioId, row.status, row.effectiveDate),
    index('transactions_by_account').on(row.portfolioId, row.accountKey, row.effectiveDate),
    index('transactions_by_installment').on(row.portfolioId, row.loanNo, row.installmentNumber),
    index('transactions_returned').on(row.portfolioId, row.returnedOn).where(sql`"returned_on" is not null`),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** Every move of a transaction's status. Append-only. */
export const transactionHistory = pgTable(
  'transaction_history',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    transactionNo: text().notNull(),
    loanNo: text().notNull(),
    sequence: integer().notNull(),
    fromStatus: integer(),
    toStatus: integer().notNull(),
    cause: text().notNull(),
    actor: text().notNull(),
    at: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.transactionNo, row.sequence, row.customerKey] })],
)
