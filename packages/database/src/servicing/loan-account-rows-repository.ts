import { type AccountEntry } from './account-entry-repository.ts'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { type PackedRows, packedRows, queryOneRow } from '../driver/packed-rows.ts'
import type { PlanWithInstallments } from '../plans/plan-repository.ts'
import { installments, paymentPlans, transactions } from '../schema/payment.ts'
import { accountEntries } from '../schema/servicing.ts'
import type { MoneyTransaction } from '../payments/transaction-repository.ts'

/** What the debt, the schedule and a page need of a transaction. */
const BOOKED = [
  'transactionNo',
  'type',
  'mode',
  'amount',
  'effectiveDate',
  'status',
  'installmentNumber',
  'purpose',
  'changeNo',
  'originalTransactionNo',
  'reversalReason',
  'traceNumber',
  'returnCode',
  'settledOn',
  'returnedOn',
  'accountKey',
  'authorizationNo',
  'createdAt',
] as const

/** A transaction as far as debt, schedule and pages know it. */
export type AccountTransaction = Pick<MoneyTransaction, (typeof BOOKED)[number]>

/** All from which a funded loan's debt follows, as it was at one instant. */
export interface LoanAccountRows<Transaction extends AccountTransaction = MoneyTransaction> {
  /** The plan that holds. */
  readonly current: PlanWithInstallments
  /** By effective date. */
  readonly transactions: readonly Transaction[]
  /** What counts for the debt, by day. */
  readonly entries: readonly AccountEntry[]
  /** The number of the single debit of the open change; null without one. */
  readonly openDebitNo: string | null
}

const plans = packedRows(paymentPlans)
const schedule = packedRows(installments)
const entered = packedRows(accountEntries)
const wholeTransactions = packedRows(transactions)

/** Transactions as a page takes them. */
export const accountTransactions = packedRows(transactions, BOOKED)

/** The row of `loans` to which the columns below belong ($1 portfolio, $2 loan number). */
export const THE_LOAN = 'portfolio_id = $1 and loan_no = $2'
/** That a row of another table is of that loan; by the customer's key as well, under which both lie. */
export const OF_LOAN = `${THE_LOAN} and customer_key = loans.customer_key`
const CURRENT_PLAN = `from payment_plans where ${OF_LOAN} and superseded_at is null`

/** The columns of the books of a row of `loans`, with the transactions out of `from`. */
export const accountColumns = ({ row }: Pick<PackedRows<unknown>, 'row'>, from: string): string => `
  (select ${plans.row} ${CURRENT_PLAN}) as plan,
  (select json_agg(${schedule.row} order by number) from installments
    where portfolio_id = $1 and customer_key = loans.customer_key and plan_no = (select plan_no ${CURRENT_PLAN})) as schedule,
  (select json_agg(${row} order by effective_date, transaction_no) from ${from}) as transaction_rows,
  (select json_agg(${entered.row} order by effective_date, entry_no) from account_entries
    where ${OF_LOAN} and voided_at is null) as entries,
  (select min(transaction_no) from loan_changes where ${OF_LOAN} and status = 'open') as open_debit_no`

/** Every transaction of the loan. */
export const ALL_TRANSACTIONS = `transactions where ${OF_LOAN}`

/** What accountColumns selected; undefined without a plan. */
export function accountOfRow<Transaction extends AccountTransaction>(
  row: Readonly<Record<string, unknown>>,
  transactionRows: PackedRows<Transaction>,
): LoanAccountRows<Transaction> | undefined {
  if (row.plan === null || row.plan === undefined) return undefined
  return {
    current: { plan: plans.unpack(row.plan), installments: schedule.unpackAll(row.schedule) },
    transactions: transactionRows.unpackAll(row.transaction_rows),
    entries: entered.unpackAll(row.entries),
    openDebitNo: typeof row.open_debit_no === 'string' ? row.open_debit_no : null,
  }
}

const BOOKS = `select ${accountColumns(wholeTransactions, ALL_TRANSACTIONS)} from loans where ${THE_LOAN}`

/** A loan's plan, transactions and entries in one round trip; undefined without a plan. The caller has checked whose loan it is. */
export async function findLoanAccountRows(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<LoanAccountRows | undefined> {
  return accountOfRow(await queryOneRow(executor, BOOKS, [portfolioId, loanNo]), wholeTransactions)
}
