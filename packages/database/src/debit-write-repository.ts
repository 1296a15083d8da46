import { and, eq, sql } from 'drizzle-orm'
import { bulkInsert } from './bulk-insert.ts'
import { isOneOf } from './due-money-repository.ts'
import type { Executor } from './executor.ts'
import type { MoveReason } from './loan-repository.ts'
import { transactionHistory, transactions } from './schema/payment.ts'
import type { MoneyTransaction, NewTransaction, TransactionMove } from './transaction-repository.ts'

/** One step of a movement's status with its cause. */
export interface StatusStep {
  readonly to: number
  readonly cause: string
}

/** A movement that is written with the way it has come so far; its status is the last step's. */
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
} as const

/**
 * Writes many movements and their history at once. One whose instruction made a movement before throws
 * (DatabaseFailure 23505), for whoever writes holds the loans.
 */
export async function insertSteppedTransactions(
  executor: Executor,
  movements: readonly SteppedTransaction[],
  { actor, at }: Pick<MoveReason, 'actor' | 'at'>,
): Promise<void> {
  const rows = movements.map(({ steps, ...movement }): MoneyTransaction => {
    const status = steps.at(-1)?.to ?? 0
    return { ...UNSAID, ...movement, status, createdAt: at, updatedAt: at }
  })
  await bulkInsert(executor, transactions, rows)
  await bulkInsert(
    executor,
    transactionHistory,
    movements.flatMap(({ portfolioId, transactionNo, steps }) =>
      historyOf({ portfolioId, transactionNo }, null, 0, steps, { actor, at }),
    ),
  )
}

function historyOf(
  key: Pick<TransactionMove, 'portfolioId' | 'transactionNo'>,
  from: number | null,
  last: number,
  steps: readonly StatusStep[],
  by: Pick<MoveReason, 'actor' | 'at'>,
): TransactionMove[] {
  return steps.map(({ to, cause }, index) => ({
    ...key,
    sequence: last + index + 1,
    fromStatus: index === 0 ? from : (steps[index - 1]?.to ?? null),
    toStatus: to,
    cause,
    ...by,
  }))
}

/** What a planned movement becomes as it is sent. */
export type SentMovement = Pick<
  MoneyTransaction,
  'portfolioId' | 'transactionNo' | 'amount' | 'effectiveDate' | 'accountKey' | 'authorizationNo'
> & { readonly traceNumber: string; readonly steps: readonly StatusStep[] }

/** Sends many planned movements (status 0) at once; answers how many were still planned. */
export async function sendPlannedTransactions(
  executor: Executor,
  portfolioId: number,
  movements: readonly SentMovement[],
  by: Pick<MoveReason, 'actor' | 'at'>,
): Promise<number> {
  if (movements.length === 0) return 0
  const last = await lastSequences(executor, portfolioId, movements)
  let sent = 0
  for (const { steps, transactionNo, ...patch } of movements) {
    const moved = await executor
      .update(transactions)
      .set({ ...patch, status: steps.at(-1)?.to ?? 0, updatedAt: by.at })
      .where(
        and(
          eq(transactions.portfolioId, portfolioId),
          eq(transactions.transactionNo, transactionNo),
          eq(transactions.status, 0),
        ),
      )
      .returning({ transactionNo: transactions.transactionNo })
    sent += moved.length
  }
  const history = movements.flatMap(({ transactionNo, steps }) =>
    historyOf({ portfolioId, transactionNo }, 0, last.get(transactionNo) ?? 0, steps, by),
  )
  await bulkInsert(executor, transactionHistory, history)
  return sent
}

async function lastSequences(
  executor: Executor,
  portfolioId: number,
  movements: readonly Pick<MoneyTransaction, 'transactionNo'>[],
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
          movements.map(({ transactionNo }) => transactionNo),
        ),
      ),
    )
    .groupBy(transactionHistory.transactionNo)
  return new Map(rows.map(({ transactionNo, last }) => [transactionNo, last]))
}
