import { and, asc, desc, eq, gt, lte, not, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey, Owner } from '../driver/owner.ts'
import { loanChanges } from '../schema/servicing.ts'

/** A change that was saved. */
export type LoanChange = typeof loanChanges.$inferSelect
export type NewLoanChange = Omit<LoanChange, 'closedAt'>
export type LoanChangeStatus = LoanChange['status']

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(loanChanges.portfolioId, portfolioId), eq(loanChanges.loanNo, loanNo))

/** Records a change; false if the loan has an open one. */
export async function insertLoanChange(executor: Executor, change: NewLoanChange): Promise<boolean> {
  const added = await executor
    .insert(loanChanges)
    .values(change)
    .onConflictDoNothing()
    .returning({ changeNo: loanChanges.changeNo })
  return added.length === 1
}

/** Saves a change that waited for its signature; false if it does not wait (any more). */
export async function signLoanChange(executor: Executor, change: NewLoanChange): Promise<boolean> {
  const { portfolioId, changeNo, customerKey: _key, ...saved } = change
  const signed = await executor
    .update(loanChanges)
    .set(saved)
    .where(
      and(
        eq(loanChanges.portfolioId, portfolioId),
        eq(loanChanges.changeNo, changeNo),
        eq(loanChanges.status, 'toSign'),
      ),
    )
    .returning({ changeNo: loanChanges.changeNo })
  return signed.length === 1
}

/** Changes of a portfolio that wait for a signature, by loan; at most `limit`, after the loan named. */
export async function listChangesToSign(
  executor: Executor,
  portfolioId: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<LoanChange[]> {
  return await executor
    .select()
    .from(loanChanges)
    .where(
      and(
        eq(loanChanges.portfolioId, portfolioId),
        eq(loanChanges.status, 'toSign'),
        gt(loanChanges.loanNo, after),
      ),
    )
    .orderBy(asc(loanChanges.loanNo))
    .limit(limit)
}

/** The changes of a loan, newest first. The caller has checked whose loan it is. */
export async function listLoanChanges(executor: Executor, loan: LoanKey): Promise<LoanChange[]> {
  return await executor
    .select()
    .from(loanChanges)
    .where(isOf(loan))
    .orderBy(desc(loanChanges.requestedAt), desc(loanChanges.changeNo))
}

/** The change of a loan that is not finished, if there is one. */
export async function findOpenChange(executor: Executor, loan: LoanKey): Promise<LoanChange | undefined> {
  const [row] = await executor
    .select()
    .from(loanChanges)
    .where(and(isOf(loan), eq(loanChanges.status, 'open')))
  return row
}

/** A customer's change; undefined if it is another's. */
export async function findOwnChange(
  executor: Executor,
  { portfolioId, openId }: Owner,
  changeNo: string,
): Promise<LoanChange | undefined> {
  const [row] = await executor
    .select()
    .from(loanChanges)
    .where(
      and(
        eq(loanChanges.portfolioId, portfolioId),
        eq(loanChanges.openId, openId),
        eq(loanChanges.changeNo, changeNo),
      ),
    )
  return row
}

/** Moves a change by compare-and-set; false if it is not (any more) where the move starts. */
export async function moveLoanChange(
  executor: Executor,
  { portfolioId, changeNo }: Pick<LoanChange, 'portfolioId' | 'changeNo'>,
  { from, to, at }: { readonly from: LoanChangeStatus; readonly to: LoanChangeStatus; readonly at: Date },
): Promise<boolean> {
  const moved = await executor
    .update(loanChanges)
    .set({ status: to, closedAt: to === 'open' ? null : at })
    .where(
      and(
        eq(loanChanges.portfolioId, portfolioId),
        eq(loanChanges.changeNo, changeNo),
        eq(loanChanges.status, from),
      ),
    )
    .returning({ changeNo: loanChanges.changeNo })
  return moved.length === 1
}

/** Names another plan as the one that is in force again if the change fails or is taken back. */
export async function setPlanBefore(
  executor: Executor,
  { portfolioId, changeNo }: Pick<LoanChange, 'portfolioId' | 'changeNo'>,
  planNoBefore: string,
): Promise<void> {
  await executor
    .update(loanChanges)
    .set({ planNoBefore })
    .where(and(eq(loanChanges.portfolioId, portfolioId), eq(loanChanges.changeNo, changeNo)))
}

/** A payment is expected, or a debit was planned: such a change ends by its money, or expires. */
const waitsForMoney = sql<boolean>`(${loanChanges.transactionNo} is not null or coalesce(${loanChanges.result} -> 'expected', 'null'::jsonb) <> 'null'::jsonb)`

/** Open changes of a portfolio that wait for money and whose last day has passed; at most `limit`, oldest first. */
export async function listExpiredChanges(
  executor: Executor,
  portfolioId: number,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<LoanChange[]> {
  return await executor
    .select()
    .from(loanChanges)
    .where(
      and(
        eq(loanChanges.portfolioId, portfolioId),
        eq(loanChanges.status, 'open'),
        waitsForMoney,
        lte(loanChanges.cutOffAt, now),
      ),
    )
    .orderBy(asc(loanChanges.requestedAt))
    .limit(limit)
}

/** Ends the open state of changes that wait for no money once their cut-off has passed: they hold. Answers how many. */
export async function applyDueChanges(executor: Executor, portfolioId: number, now: Date): Promise<number> {
  const applied = await executor
    .update(loanChanges)
    .set({ status: 'applied', closedAt: now })
    .where(
      and(
        eq(loanChanges.portfolioId, portfolioId),
        eq(loanChanges.status, 'open'),
        not(waitsForMoney),
        lte(loanChanges.cutOffAt, now),
      ),
    )
    .returning({ changeNo: loanChanges.changeNo })
  return applied.length
}
