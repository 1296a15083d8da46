import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { accountEntries } from '../schema/servicing.ts'

/** A fee, a waiver or a write-off of a loan. */
export type AccountEntry = typeof accountEntries.$inferSelect
export type NewAccountEntry = Omit<AccountEntry, 'voidedAt'>

/** Adds what its cause asks for; false if that was asked before. */
export async function insertAccountEntry(executor: Executor, entry: NewAccountEntry): Promise<boolean> {
  const added = await executor
    .insert(accountEntries)
    .values(entry)
    .onConflictDoNothing({
      target: [
        accountEntries.portfolioId,
        accountEntries.loanNo,
        accountEntries.cause,
        accountEntries.customerKey,
      ],
    })
    .returning({ entryNo: accountEntries.entryNo })
  return added.length === 1
}

/** What counts for the debt, by day. */
export async function listAccountEntries(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<AccountEntry[]> {
  return await executor
    .select()
    .from(accountEntries)
    .where(
      and(
        eq(accountEntries.portfolioId, portfolioId),
        eq(accountEntries.loanNo, loanNo),
        isNull(accountEntries.voidedAt),
      ),
    )
    .orderBy(asc(accountEntries.effectiveDate), asc(accountEntries.entryNo))
}

/** Takes an entry back by its cause, such as a waiver whose payment came back; its number, or undefined without one. */
export async function voidAccountEntry(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  { cause, at }: { readonly cause: string; readonly at: Date },
): Promise<string | undefined> {
  const [voided] = await executor
    .update(accountEntries)
    .set({ voidedAt: at })
    .where(
      and(
        eq(accountEntries.portfolioId, portfolioId),
        eq(accountEntries.loanNo, loanNo),
        eq(accountEntries.cause, cause),
        isNull(accountEntries.voidedAt),
      ),
    )
    .returning({ entryNo: accountEntries.entryNo })
  return voided?.entryNo
}
