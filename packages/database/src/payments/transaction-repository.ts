import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { isTransactionMove } from '@dolphin/domain/payments/transaction-status'
import { and, asc, eq, getTableColumns, inArray, lte, max, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { nextNumber, nextNumbers } from '../driver/serial.ts'
import { newestBy, type NewestRows } from '../driver/newest-rows.ts'
import type { LoanKey } from '../driver/owner.ts'
import type { MoveReason } from '../loans/loan-repository.ts'
import { transactionHistory, transactions } from '../schema/payment.ts'

const LETTER = 'T'

/** A number for a new transaction. */
export const nextTransactionNo = async (executor: Executor): Promise<string> =>
  await nextNumber(executor, 'transaction', LETTER)

/** Numbers for so many new transactions, ascending. */
export const nextTransactionNos = async (executor: Executor, count: number): Promise<string[]> =>
  await nextNumbers(executor, 'transaction', LETTER, count)

/** One transaction. Amounts are positive; the type says in which direction. */
export type MoneyTransaction = typeof transactions.$inferSelect
export type TransactionMove = typeof transactionHistory.$inferSelect
/** What a transaction says from the start; everything else comes to it, or has a default. */
type Said =
  | 'portfolioId'
  | 'customerKey'
  | 'transactionNo'
  | 'loanNo'
  | 'openId'
  | 'type'
  | 'mode'
  | 'amount'
  | 'effectiveDate'
  | 'status'
  | 'instructionKey'
  | 'installmentNumber'
export type NewTransaction = Pick<MoneyTransaction, Said> &
  Partial<
    Pick<
      MoneyTransaction,
      | 'flags'
      | 'purpose'
      | 'accountKey'
      | 'authorizationNo'
      | 'changeNo'
      | 'originalTransactionNo'
      | 'reversalReason'
      | 'errorFoundAt'
      | 'attempt'
      | 'settledOn'
    >
  >

export interface TransactionKey {
  readonly portfolioId: number
  readonly transactionNo: string
}

const isTransaction = ({ portfolioId, transactionNo }: TransactionKey): SQL | undefined =>
  and(eq(transactions.portfolioId, portfolioId), eq(transactions.transactionNo, transactionNo))

/** Plans a transaction; false if its instruction made one before. */
export async function insertTransaction(
  executor: Executor,
  transaction: NewTransaction,
  reason: MoveReason,
): Promise<boolean> {
  const added = await executor
    .insert(transactions)
    .values({ ...transaction, createdAt: reason.at, updatedAt: reason.at })
    .onConflictDoNothing()
    .returning({ transactionNo: transactions.transactionNo })
  if (added.length === 0) return false
  await appendMove(executor, transaction, { from: null, to: transaction.status }, reason)
  return true
}

type MovedTransaction = Pick<MoneyTransaction, 'portfolioId' | 'customerKey' | 'transactionNo' | 'loanNo'>

/** From one status to another; the first one comes from none. */
interface StatusStep {
  readonly from: number | null
  readonly to: number
}

async function appendMove(
  executor: Executor,
  { portfolioId, customerKey, transactionNo, loanNo }: MovedTransaction,
  { from: fromStatus, to: toStatus }: StatusStep,
  { cause, actor, at }: MoveReason,
): Promise<void> {
  await executor.insert(transactionHistory).values({
    portfolioId,
    customerKey,
    transactionNo,
    loanNo,
    // The transaction's row is locked by the move itself, so no two moves count alike.
    sequence:
      fromStatus === null ? 1 : (await lastMove(executor, { portfolioId, customerKey, transactionNo })) + 1,
    fromStatus,
    toStatus,
    cause,
    actor,
    at,
  })
}

async function lastMove(
  executor: Executor,
  { portfolioId, customerKey, transactionNo }: Omit<MovedTransaction, 'loanNo'>,
): Promise<number> {
  const [row] = await executor
    .select({ last: max(transactionHistory.sequence) })
    .from(transactionHistory)
    .where(
      and(
        eq(transactionHistory.portfolioId, portfolioId),
        eq(transactionHistory.customerKey, customerKey),
        eq(transactionHistory.transactionNo, transactionNo),
      ),
    )
  return row?.last ?? 0
}

/** A transaction by its number: for jobs and operations. */
export async function findTransaction(
  executor: Executor,
  key: TransactionKey,
): Promise<MoneyTransaction | undefined> {
  const [row] = await executor.select().from(transactions).where(isTransaction(key))
  return row
}

/** A transaction by its trace number: for returns. */
export async function findTransactionByTrace(
  executor: Executor,
  portfolioId: number,
  traceNumber: string,
): Promise<MoneyTransaction | undefined> {
  const [row] = await executor
    .select()
    .from(transactions)
    .where(and(eq(transactions.portfolioId, portfolioId), eq(transactions.traceNumber, traceNumber)))
  return row
}

/** A loan's transactions by effective date. The caller has checked whose loan it is. */
export async function listTransactions(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<MoneyTransaction[]> {
  return await executor
    .select()
    .from(transactions)
    .where(and(eq(transactions.portfolioId, portfolioId), eq(transactions.loanNo, loanNo)))
    .orderBy(asc(transactions.effectiveDate), asc(transactions.transactionNo))
}

/** Whether a transaction of any of these loans of a portfolio came back with this code. */
export async function hasReturn(
  executor: Executor,
  portfolioId: number,
  { loanNos, code }: { readonly loanNos: readonly string[]; readonly code: string },
): Promise<boolean> {
  const [found] = await executor
    .select({ transactionNo: transactions.transactionNo })
    .from(transactions)
    .where(
      and(
        eq(transactions.portfolioId, portfolioId),
        inArray(transactions.loanNo, loanNos.slice()),
        eq(transactions.returnCode, code),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Which transactions are due: of one type, in one status, effective by a day; by one mode, or by any. */
export interface DueTransactions {
  readonly type: number
  readonly status: number
  readonly upTo: LocalDate
  readonly mode?: MoneyTransaction['mode']
}

/**
 * A portfolio's transactions that are due, oldest first, without locking them: the caller locks each loan and moves
 * by compare-and-set, so that every writer takes the loan before its transactions.
 */
export async function listDueTransactions(
  executor: Executor,
  portfolioId: number,
  { type, status, upTo, mode }: DueTransactions,
  limit: number,
): Promise<MoneyTransaction[]> {
  return await executor
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.portfolioId, portfolioId),
        eq(transactions.status, status),
        eq(transactions.type, type),
        lte(transactions.effectiveDate, upTo),
        mode === undefined ? undefined : eq(transactions.mode, mode),
      ),
    )
    .orderBy(asc(transactions.effectiveDate), asc(transactions.transactionNo))
    .limit(limit)
}

/**
 * Moves a status by compare-and-set and writes the row of history; false if it is not (any more) `from`. A move that
 * the table of moves does not have is a bug. Source: domain.md §9.
 */
export async function moveTransaction(
  executor: Executor,
  key: TransactionKey,
  {
    from,
    to,
    ...patch
  }: { readonly from: number; readonly to: number } & Partial<
    Pick<
      MoneyTransaction,
      | 'traceNumber'
      | 'returnCode'
      | 'effectiveDate'
      | 'flags'
      | 'amount'
      | 'accountKey'
      | 'authorizationNo'
      | 'settledOn'
      | 'returnedOn'
    >
  >,
  reason: MoveReason,
): Promise<boolean> {
  assert(isTransactionMove(from, to), 'a transaction moves along its table')
  const [moved] = await executor
    .update(transactions)
    .set({ ...patch, status: to, updatedAt: reason.at })
    .where(and(isTransaction(key), eq(transactions.status, from)))
    .returning({ customerKey: transactions.customerKey, loanNo: transactions.loanNo })
  if (moved === undefined) return false
  await appendMove(executor, { ...key, ...moved }, { from, to }, reason)
  return true
}

/** The day that an unsent transaction moves to; its amount where that changes with it. */
interface Rescheduling extends Pick<MoneyTransaction, 'status' | 'effectiveDate'> {
  readonly amount?: MoneyTransaction['amount'] | undefined
}

/** Changes the date of a transaction that is still in that status; false if it is not. */
export async function rescheduleTransaction(
  executor: Executor,
  key: TransactionKey,
  { status, effectiveDate, amount }: Rescheduling,
  at: Date,
): Promise<boolean> {
  const moved = await executor
    .update(transactions)
    .set({ effectiveDate, ...(amount !== undefined && { amount }), updatedAt: at })
    .where(and(isTransaction(key), eq(transactions.status, status)))
    .returning({ transactionNo: transactions.transactionNo })
  return moved.length === 1
}

/** Moves an unsent transaction to another rail; false once it is under way. */
export async function changeTransactionMode(
  executor: Executor,
  key: TransactionKey,
  mode: number,
  at: Date,
): Promise<boolean> {
  const changed = await executor
    .update(transactions)
    .set({ mode, updatedAt: at })
    .where(and(isTransaction(key), eq(transactions.status, 0)))
    .returning({ transactionNo: transactions.transactionNo })
  return changed.length === 1
}

/** Every move of a transaction's status, in order. */
export async function listTransactionMoves(
  executor: Executor,
  { portfolioId, transactionNo }: TransactionKey,
): Promise<TransactionMove[]> {
  return await executor
    .select()
    .from(transactionHistory)
    .where(
      and(
        eq(transactionHistory.portfolioId, portfolioId),
        eq(transactionHistory.transactionNo, transactionNo),
      ),
    )
    .orderBy(asc(transactionHistory.sequence))
}

/** Every move of the status of a loan's transactions, of each in order; or the newest ones. */
export async function listMovesOfLoan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  newest?: NewestRows,
): Promise<(TransactionMove & Pick<MoneyTransaction, 'amount'>)[]> {
  const { at, sequence } = transactionHistory
  const moves = executor
    .select({ ...getTableColumns(transactionHistory), amount: transactions.amount })
    .from(transactions)
    .innerJoin(
      transactionHistory,
      and(
        eq(transactionHistory.portfolioId, transactions.portfolioId),
        eq(transactionHistory.transactionNo, transactions.transactionNo),
        eq(transactionHistory.customerKey, transactions.customerKey),
      ),
    )
  return await newestBy(moves.$dynamic(), at, {
    where: and(eq(transactions.portfolioId, portfolioId), eq(transactions.loanNo, loanNo)),
    newest,
    order: [asc(transactions.createdAt), asc(transactions.transactionNo), asc(sequence)],
  })
}
