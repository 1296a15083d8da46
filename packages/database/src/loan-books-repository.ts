import { type AccountEntry } from './account-entry-repository.ts'
import type { Executor } from './executor.ts'
import type { LoanKey } from './owner.ts'
import { packedRows, queryOneRow } from './packed-rows.ts'
import type { PlanWithInstallments } from './plan-repository.ts'
import { installments, paymentPlans, transactions } from './schema/payment.ts'
import { accountEntries } from './schema/servicing.ts'
import type { MoneyTransaction } from './transaction-repository.ts'

/** All from which a funded loan's debt follows, as it was at one instant. */
export interface LoanBooks {
  /** The plan that holds. */
  readonly current: PlanWithInstallments
  /** By effective date. */
  readonly transactions: readonly MoneyTransaction[]
  /** What counts for the debt, by day. */
  readonly entries: readonly AccountEntry[]
}

const plans = packedRows(paymentPlans)
const schedule = packedRows(installments)
const movements = packedRows(transactions)
const entered = packedRows(accountEntries)

const OF_LOAN = 'portfolio_id = $1 and loan_no = $2'
const CURRENT_PLAN = `from payment_plans where ${OF_LOAN} and superseded_at is null`

const BOOKS = `select
  (select ${plans.row} ${CURRENT_PLAN}) as plan,
  (select json_agg(${schedule.row} order by number) from installments
    where portfolio_id = $1 and plan_no = (select plan_no ${CURRENT_PLAN})) as schedule,
  (select json_agg(${movements.row} order by effective_date, transaction_no) from transactions
    where ${OF_LOAN}) as movements,
  (select json_agg(${entered.row} order by effective_date, entry_no) from account_entries
    where ${OF_LOAN} and voided_at is null) as entries`

/** A loan's plan, movements and entries in one round trip; undefined without a plan. The caller has checked whose loan it is. */
export async function findLoanBooks(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<LoanBooks | undefined> {
  const row = await queryOneRow(executor, BOOKS, [portfolioId, loanNo])
  if (row.plan === null) return undefined
  return {
    current: { plan: plans.unpack(row.plan), installments: schedule.unpackAll(row.schedule) },
    transactions: movements.unpackAll(row.movements),
    entries: entered.unpackAll(row.entries),
  }
}
