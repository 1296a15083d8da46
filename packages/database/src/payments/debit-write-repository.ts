import { and, eq, sql } from 'drizzle-orm'
import { bulkInsert } from '../driver/bulk-insert.ts'
import { isOneOf } from '../driver/one-of.ts'
import type { Executor } from '../driver/executor.ts'
import type { MoveReason } from '../loans/loan-repository.ts'
import { transactionHistory, transactions } from '../schema/payment.ts'
import type { MoneyTransaction, NewTransaction } from './transaction-repository.ts'

/** One step of a transaction's status with its cause. */
export interface StatusStep {
  readonly to: number
  readonly cause: string
}

/** A transaction that is written with the way it has come so far; its status is the last step's. */
export type SteppedTransaction = Omit<NewTransaction, 'status'> & {
  readonly traceNumber?: string
  readonly steps: readonly StatusStep[]
}

const UNSAID = {
  flags: 0,
  purpose: 'disbursement',
  accountKey: null,
  authorizationNo: null,
  changeNo: null,
  originalTransactionNo: null,
  attempt: 1,
  traceNumber: null,
  returnCode: null,
  settledOn: null,
  returnedOn: null,
  reversalReason: null,
  errorFoundAt: null,
} as const

/**
 * Inserts many transactions of a portfolio and their history at once; transactions with the same history best share
 * one `steps`. Throws DatabaseFailure 23505 where an instruction already made a transaction; does not skip it, because
 * the caller holds the loans.
 */
export async function insertSteppedTransactions(
  executor: Executor,
  steppedTransactions: readonly SteppedTransaction[],
  { actor, at }: Pick<MoveReason, 'actor' | 'at'>,
): Promise<void> {
  const rows = steppedTransactions.map((transaction): MoneyTransaction => {
    const status = transaction.steps.at(-1)?.to ?? 0
    return { ...UNSAID, ...transaction, status, createdAt: at, updatedAt: at }
  })
  await bulkInsert(executor, transactions, rows)
  const bySteps = new Map<readonly StatusStep[], Moved[]>()
  for (const transaction of steppedTransactions) {
    const same = bySteps.get(transaction.steps)
    if (same === undefined) bySteps.set(transaction.steps, [transaction])
    else same.push(transaction)
  }
  for (const [steps, moved] of bySteps) {
    const portfolioId = steppedTransactions[0]?.portfolioId ?? 0
    await insertHistory(executor, { portfolioId, moved }, { from: null, last: 0, steps }, { actor, at })
  }
}

type Moved = Pick<MoneyTransaction, 'transactionNo' | 'customerKey' | 'loanNo'>

interface Way {
  readonly from: number | null
  /** The sequence before it. */
  readonly last: number
  readonly steps: readonly StatusStep[]
}

/** The same way for many transactions: the database multiplies it out. */
async function insertHistory(
  executor: Executor,
  { portfolioId, moved }: { readonly portfolioId: number; readonly moved: readonly Moved[] },
  { from, last, steps }: Way,
  { actor, at }: Pick<MoveReason, 'actor' | 'at'>,
): Promise<void> {
  const way = steps.map(({ to, cause }, index) => ({
    cause,
    sequence: last + index + 1,
    before: index === 0 ? from : (steps[index - 1]?.to ?? null),
    after: to,
  }))
  await executor.execute(sql`insert into ${transactionHistory}
      (portfolio_id, customer_key, transaction_no, loan_no, sequence, from_status, to_status, cause, actor, at)
    select ${portfolioId}::integer, moved.customer_key, moved.number, moved.loan_no, way.sequence, way.before, way.after, way.cause,
      ${actor}::text, ${at}::timestamptz
    from unnest(${sql.param(moved.map(({ transactionNo }) => transactionNo))}::text[],
        ${sql.param(moved.map(({ customerKey }) => customerKey))}::text[],
        ${sql.param(moved.map(({ loanNo }) => loanNo))}::text[]) as moved(number, customer_key, loan_no),
      json_to_recordset(${JSON.stringify(way)}::json)
      as way(sequence integer, before integer, after integer, cause text)`)
}

/** What a planned transaction becomes as it is sent. */
export type SentTransaction = Pick<
  MoneyTransaction,
  | 'portfolioId'
  | 'customerKey'
  | 'transactionNo'
  | 'loanNo'
  | 'amount'
  | 'effectiveDate'
  | 'accountKey'
  | 'authorizationNo'
> & { readonly traceNumber: string; readonly steps: readonly StatusStep[] }

/** Sends many planned transactions (status 0) at once; answers how many were still planned. */
export async function sendPlannedTransactions(
  executor: Executor,
  portfolioId: number,
  steppedTransactions: readonly SentTransaction[],
  by: Pick<MoveReason, 'actor' | 'at'>,
): Promise<number> {
  if (steppedTransactions.length === 0) return 0
  const last = await lastSequences(executor, portfolioId, steppedTransactions)
  let sent = 0
  for (const { steps, transactionNo, customerKey, loanNo: _loanNo, ...patch } of steppedTransactions) {
    const moved = await executor
      .update(transactions)
      .set({ ...patch, status: steps.at(-1)?.to ?? 0, updatedAt: by.at })
      .where(
        and(
          eq(transactions.portfolioId, portfolioId),
          eq(transactions.transactionNo, transactionNo),
          eq(transactions.customerKey, customerKey),
          eq(transactions.status, 0),
        ),
      )
      .returning({ transactionNo: transactions.transactionNo })
    sent += moved.length
  }
  for (const transaction of steppedTransactions) {
    const way: Way = { from: 0, last: last.get(transaction.transactionNo) ?? 0, steps: transaction.steps }
    await insertHistory(executor, { portfolioId, moved: [transaction] }, way, by)
  }
  return sent
}

async function lastSequences(
  executor: Executor,
  portfolioId: number,
  steppedTransactions: readonly Pick<MoneyTransaction, 'transactionNo'>[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await executor
    .select({
      transactionNo: transactionHistory.transactionNo,
      last: sql<number>`max(${transactionHistory.sequence})`,
    })
    .from(transactionHistory)
    .where(
      and(
        eq(transactionHistory.portfolioId, portfolioId),
        isOneOf(
          transactionHistory.transactionNo,
          steppedTransactions.map(({ transactionNo }) => transactionNo),
        ),
      ),
    )
    .groupBy(transactionHistory.transactionNo)
  return new Map(rows.map(({ transactionNo, last }) => [transactionNo, last]))
}
