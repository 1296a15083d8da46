import { type AccountEntry } from './account-entry-repository.ts'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { type PackedRows, packedRows, queryOneRow } from '../driver/packed-rows.ts'
import type { PlanWithInstallments } from '../plans/plan-repository.ts'
import { installments, paymentPlans, transactions } from '../schema/payment.ts'
import { accountEntries } from '../schema/servicing.ts'
import type { MoneyTransaction } from '../payments/transaction-repository.ts'

/** What the debt, the schedule and a page need of a movement. */
const BOOKED = [
  'transactionNo',
  'type',
  'mode',
  'amount',
  'effectiveDate',
  'status',
  'installmentNumber',
  'purpose',
  'originalTransactionNo',
  'traceNumber',
  'returnCode',
  'settledOn',
  'returnedOn',
  'createdAt',
] as const

/** A movement as far as debt, schedule and pages know it. */
export type BookedMovement = Pick<MoneyTransaction, (typeof BOOKED)[number]>

/** All from which a funded loan's debt follows, as it was at one instant. */
export interface LoanBooks<Movement extends BookedMovement = MoneyTransaction> {
  /** The plan that holds. */
  readonly current: PlanWithInstallments
  /** By effective date. */
  readonly transactions: readonly Movement[]
  /** What counts for the debt, by day. */
  readonly entries: readonly AccountEntry[]
}

const plans = packedRows(paymentPlans)
const schedule = packedRows(installments)
const entered = packedRows(accountEntries)
const wholeMovements = packedRows(transactions)

/** Movements as a page takes them. */
export const bookedMovements = packedRows(transactions, BOOKED)

const OF_LOAN = 'portfolio_id = $1 and loan_no = $2'
const CURRENT_PLAN = `from payment_plans where ${OF_LOAN} and superseded_at is null`

/** The columns of a loan's books ($1 portfolio, $2 loan number), with the movements out of `from`. */
export const booksColumns = ({ row }: Pick<PackedRows<unknown>, 'row'>, from: string): string => `
  (select ${plans.row} ${CURRENT_PLAN}) as plan,
  (select json_agg(${schedule.row} order by number) from installments
    where portfolio_id = $1 and plan_no = (select plan_no ${CURRENT_PLAN})) as schedule,
  (select json_agg(${row} order by effective_date, transaction_no) from ${from}) as movements,
  (select json_agg(${entered.row} order by effective_date, entry_no) from account_entries
    where ${OF_LOAN} and voided_at is null) as entries`

/** Every movement of the loan. */
export const ALL_MOVEMENTS = `transactions where ${OF_LOAN}`

/** What booksColumns selected; undefined without a plan. */
export function booksOfRow<Movement extends BookedMovement>(
  row: Readonly<Record<string, unknown>>,
  movements: PackedRows<Movement>,
): LoanBooks<Movement> | undefined {
  if (row.plan === null || row.plan === undefined) return undefined
  return {
    current: { plan: plans.unpack(row.plan), installments: schedule.unpackAll(row.schedule) },
    transactions: movements.unpackAll(row.movements),
    entries: entered.unpackAll(row.entries),
  }
}

const BOOKS = `select ${booksColumns(wholeMovements, ALL_MOVEMENTS)}`

/** A loan's plan, movements and entries in one round trip; undefined without a plan. The caller has checked whose loan it is. */
export async function findLoanBooks(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<LoanBooks | undefined> {
  return booksOfRow(await queryOneRow(executor, BOOKS, [portfolioId, loanNo]), wholeMovements)
}
