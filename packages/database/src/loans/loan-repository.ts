import type { LoanState } from '@dolphin/domain/loans/loan-life'
import {
  type LoanStatus,
  type LoanSubStatus,
  OVER_STATUSES,
  UNDERWAY_STATUSES,
} from '@dolphin/domain/loans/codes'
import { and, asc, eq, gt, inArray, isNull, max, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { customerKeyOfLoan } from '../driver/customer-key.ts'
import type { Executor } from '../driver/executor.ts'
import { lockByName } from '../driver/named-lock.ts'
import type { KeyedLoan, LoanKey, Owner } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { loanHistory, loans } from '../schema/loan.ts'
import { claimLoan, noteInDirectory, releaseLoan } from './loan-directory-repository.ts'

export type Loan = typeof loans.$inferSelect
export type LoanMove = typeof loanHistory.$inferSelect

/** What may be set on a loan beside its status, which only moveLoan sets. */
export type LoanPatch = Partial<
  Omit<
    Loan,
    | 'portfolioId'
    | 'customerKey'
    | 'loanNo'
    | 'applicationNo'
    | 'openId'
    | 'status'
    | 'subStatus'
    // Follows from its own table, which writes it here.
    | 'legalFacts'
    | 'createdAt'
    | 'updatedAt'
    | 'version'
  >
>

export type NewLoan = Pick<Loan, 'portfolioId' | 'customerKey' | 'loanNo' | 'applicationNo' | 'openId'> &
  LoanState &
  LoanPatch

/** Why a status changed and who changed it: "customer:<openId>", "employee:<id>", "system". */
export interface MoveReason {
  readonly cause: string
  readonly actor: string
  readonly at: Date
}

const isLoan = ({ portfolioId, loanNo }: LoanKey): SQL | undefined =>
  and(eq(loans.portfolioId, portfolioId), eq(loans.loanNo, loanNo))

const isOwned = ({ portfolioId, openId }: Owner): SQL | undefined =>
  and(eq(loans.portfolioId, portfolioId), eq(loans.openId, openId))

const isIn = ({ status, subStatus }: LoanState): SQL | undefined =>
  and(eq(loans.status, status), subStatus === null ? isNull(loans.subStatus) : eq(loans.subStatus, subStatus))

/**
 * Whether a customer has an application or loan that is not over; locks out another one until the transaction ends.
 * Loans begun with and without the account have different customer keys, so no unique index can enforce this.
 */
export async function hasOpenLoanLocked(executor: Executor, owner: Owner): Promise<boolean> {
  await lockByName(executor, `loan of/${owner.portfolioId}/${owner.openId}`)
  const held = await executor
    .select({ loanNo: loans.loanNo })
    .from(loans)
    .where(and(isOwned(owner), notInArray(loans.status, [...OVER_STATUSES])))
    .limit(1)
  return held.length > 0
}

const isUnderway = (status: LoanStatus): boolean => UNDERWAY_STATUSES.includes(status)

/** Adds a loan and the first row of its history; false if its customer has an open one. */
export async function insertLoan(executor: Executor, loan: NewLoan, reason: MoveReason): Promise<boolean> {
  const { at } = reason
  const { portfolioId, openId } = loan
  if (openId !== null && (await hasOpenLoanLocked(executor, { portfolioId, openId }))) return false
  if (!(await claimLoan(executor, loan))) return false
  const added = await executor
    .insert(loans)
    .values({ ...loan, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ loanNo: loans.loanNo })
  if (added.length === 0) {
    await releaseLoan(executor, loan)
    return false
  }
  await appendMoves(executor, loan, [{ from: null, to: loan, cause: reason.cause }], reason)
  return true
}

/** A row of the history. */
interface HistoryStep {
  readonly from: LoanState | null
  readonly to: LoanState
  readonly cause: string
}

async function appendMoves(
  executor: Executor,
  { portfolioId, customerKey, loanNo }: KeyedLoan,
  steps: readonly HistoryStep[],
  { actor, at }: Pick<MoveReason, 'actor' | 'at'>,
): Promise<void> {
  const last = steps[0]?.from === null ? 0 : await lastMove(executor, { portfolioId, customerKey, loanNo })
  const rows = steps.map(({ from, to, cause }, index) => ({
    portfolioId,
    customerKey,
    loanNo,
    sequence: last + 1 + index,
    fromStatus: from?.status ?? null,
    fromSubStatus: from?.subStatus ?? null,
    toStatus: to.status,
    toSubStatus: to.subStatus,
    cause,
    actor,
    at,
  }))
  await executor.insert(loanHistory).values(rows)
}

/** The number of a loan's last move; its row is locked by the move itself, so no two moves count alike. */
async function lastMove(
  executor: Executor,
  { portfolioId, customerKey, loanNo }: KeyedLoan,
): Promise<number> {
  const [row] = await executor
    .select({ last: max(loanHistory.sequence) })
    .from(loanHistory)
    .where(
      and(
        eq(loanHistory.portfolioId, portfolioId),
        eq(loanHistory.customerKey, customerKey),
        eq(loanHistory.loanNo, loanNo),
      ),
    )
  return row?.last ?? 0
}

/** A loan of any owner: for jobs, operations and limited sessions. Pages use findOwnLoan. */
export async function findLoan(executor: Executor, key: LoanKey): Promise<Loan | undefined> {
  const [row] = await executor.select().from(loans).where(isLoan(key))
  return row
}

/**
 * As findLoan; locks the loan until the transaction ends. A row of the loan (itself, a transaction, a signing) says under
 * which key it lies; without one it is looked up first.
 */
export async function lockLoan(
  executor: Executor,
  key: LoanKey & Partial<KeyedLoan>,
): Promise<Loan | undefined> {
  const customerKey = key.customerKey ?? (await customerKeyOfLoan(executor, key))
  if (customerKey === undefined) return undefined
  const [row] = await lockKeyedLoan(executor, { ...key, customerKey })
  return row
}

/** The same where the caller knows the key under which the loan lies; none where there is no such loan. */
export const lockKeyedLoan = async (
  executor: Executor,
  { customerKey, ...key }: KeyedLoan,
): Promise<Loan[]> =>
  await executor
    .select()
    .from(loans)
    .where(and(isLoan(key), eq(loans.customerKey, customerKey)))
    .for('update')

const packed = packedRows(loans)

const OWN_LOANS = `select json_agg(${packed.row} order by created_at desc, loan_no desc) as loans from loans
  where portfolio_id = $1 and open_id = $2`

/** A customer's loans, newest first. */
export async function listOwnLoans(executor: Executor, { portfolioId, openId }: Owner): Promise<Loan[]> {
  const row = await queryOneRow(executor, OWN_LOANS, [portfolioId, openId])
  return packed.unpackAll(row.loans)
}

/** Where a page of the review queue begins: after this loan. */
export interface QueuePlace {
  readonly updatedAt: Date
  readonly loanNo: string
}

/** Loans that wait in one of these sub-statuses, longest first, over the portfolios named. */
export async function listWaitingLoans(
  executor: Executor,
  {
    portfolioIds,
    subStatuses,
    after,
  }: {
    readonly portfolioIds: readonly number[]
    readonly subStatuses: readonly LoanSubStatus[]
    readonly after?: QueuePlace | undefined
  },
  limit: number,
): Promise<Loan[]> {
  const later =
    after &&
    or(
      gt(loans.updatedAt, after.updatedAt),
      and(eq(loans.updatedAt, after.updatedAt), gt(loans.loanNo, after.loanNo)),
    )
  return await executor
    .select()
    .from(loans)
    .where(
      and(inArray(loans.portfolioId, [...portfolioIds]), inArray(loans.subStatus, [...subStatuses]), later),
    )
    .orderBy(asc(loans.updatedAt), asc(loans.loanNo))
    .limit(limit)
}

/** From where to where a loan moves. */
export interface StoredMove {
  readonly from: LoanState
  readonly to: LoanState
  /** A state on the way, and what led into it: it has a row of history of its own. */
  readonly by?: { readonly state: LoanState; readonly cause: string }
  readonly patch?: LoanPatch
}

/**
 * Moves a loan's status by compare-and-set and writes its history; answers the loan as it is then. Undefined, and
 * nothing changed, if the loan is not (any more) where the move starts. Whether the move is legal is the domain's
 * rule.
 */
export async function moveLoan(
  executor: Executor,
  key: LoanKey,
  { from, to, by, patch = {} }: StoredMove,
  reason: MoveReason,
): Promise<Loan | undefined> {
  const [moved] = await executor
    .update(loans)
    .set({
      ...patch,
      status: to.status,
      subStatus: to.subStatus,
      updatedAt: reason.at,
      version: sql`${loans.version} + 1`,
    })
    .where(and(isLoan(key), isIn(from)))
    .returning()
  if (moved === undefined) return undefined
  if (isUnderway(from.status) && !isUnderway(to.status)) await noteInDirectory(executor, moved)
  const first = by === undefined ? [] : [{ from, to: by.state, cause: by.cause }]
  const last = { from: by?.state ?? from, to, cause: reason.cause }
  await appendMoves(executor, moved, [...first, last], reason)
  return moved
}

/** Sets facts of a loan other than its status. False where there is no such loan. */
export const updateLoan = async (
  executor: Executor,
  key: LoanKey,
  patch: LoanPatch,
  at: Date,
): Promise<boolean> => await setOnLoan(executor, key, patch, at)

/** Copies the facts of law to the row of their loan; for the repository of their table alone. */
export const writeLegalFacts = async (
  executor: Executor,
  key: LoanKey,
  legalFacts: Loan['legalFacts'],
  at: Date,
): Promise<boolean> => await setOnLoan(executor, key, { legalFacts }, at)

async function setOnLoan(
  executor: Executor,
  key: LoanKey,
  patch: LoanPatch & Partial<Pick<Loan, 'legalFacts'>>,
  at: Date,
): Promise<boolean> {
  const updated = await executor
    .update(loans)
    .set({ ...patch, updatedAt: at, version: sql`${loans.version} + 1` })
    .where(isLoan(key))
    .returning({ loanNo: loans.loanNo })
  return updated.length === 1
}

/** Every move of a loan's status, in order. */
export async function listLoanMoves(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<LoanMove[]> {
  return await executor
    .select()
    .from(loanHistory)
    .where(and(eq(loanHistory.portfolioId, portfolioId), eq(loanHistory.loanNo, loanNo)))
    .orderBy(asc(loanHistory.sequence))
}
