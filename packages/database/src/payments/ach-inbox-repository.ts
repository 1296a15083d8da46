import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import type { LoanKey } from '../driver/owner.ts'
import { achInboxEntries, achInboxFiles } from '../schema/servicing.ts'

/** A file that came from the bank. */
export type AchInboxFile = typeof achInboxFiles.$inferSelect
/** One entry of it and what became of it. */
export type AchInboxEntry = typeof achInboxEntries.$inferSelect

/** A file by its content; undefined if it never came. */
export async function findInboxFile(
  executor: Executor,
  { portfolioId, sha256 }: Pick<AchInboxFile, 'portfolioId' | 'sha256'>,
): Promise<AchInboxFile | undefined> {
  const [row] = await executor
    .select()
    .from(achInboxFiles)
    .where(and(eq(achInboxFiles.portfolioId, portfolioId), eq(achInboxFiles.sha256, sha256)))
  return row
}

/** Records a file; false if its content came before. */
export async function insertInboxFile(executor: Executor, file: AchInboxFile): Promise<boolean> {
  const added = await executor
    .insert(achInboxFiles)
    .values(file)
    .onConflictDoNothing()
    .returning({ sha256: achInboxFiles.sha256 })
  return added.length === 1
}

/** Records an entry; false if the same entry came before, in whatever file. */
export async function insertInboxEntry(executor: Executor, entry: AchInboxEntry): Promise<boolean> {
  const added = await executor
    .insert(achInboxEntries)
    .values(entry)
    .onConflictDoNothing()
    .returning({ code: achInboxEntries.code })
  return added.length === 1
}

/** What the bank sent about a loan, in order. */
export async function listInboxEntries(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<AchInboxEntry[]> {
  return await executor
    .select()
    .from(achInboxEntries)
    .where(and(eq(achInboxEntries.portfolioId, portfolioId), eq(achInboxEntries.loanNo, loanNo)))
    .orderBy(asc(achInboxEntries.at), asc(achInboxEntries.originalTrace))
}

/** Entries of a kind about one that we sent, by whatever file they came, oldest first. */
export async function listInboxEntriesAbout(
  executor: Executor,
  { portfolioId, kind, originalTrace }: Pick<AchInboxEntry, 'portfolioId' | 'kind' | 'originalTrace'>,
): Promise<AchInboxEntry[]> {
  return await executor
    .select()
    .from(achInboxEntries)
    .where(isAbout({ portfolioId, kind, originalTrace }))
    .orderBy(asc(achInboxEntries.at))
}

const isAbout = ({
  portfolioId,
  kind,
  originalTrace,
}: Pick<AchInboxEntry, 'portfolioId' | 'kind' | 'originalTrace'>) =>
  and(
    eq(achInboxEntries.portfolioId, portfolioId),
    eq(achInboxEntries.kind, kind),
    eq(achInboxEntries.originalTrace, originalTrace),
  )

/** Notes that an entry that had been refused or unmatched is applied now, to a transaction or to a loan's account. */
export async function markInboxEntryApplied(
  executor: Executor,
  entry: AchInboxEntry,
  { transactionNo, loanNo }: Pick<AchInboxEntry, 'transactionNo' | 'loanNo'>,
): Promise<void> {
  await executor
    .update(achInboxEntries)
    .set({ applied: 'applied', transactionNo, loanNo })
    .where(
      and(
        isAbout(entry),
        eq(achInboxEntries.code, entry.code),
        eq(achInboxEntries.amount, entry.amount),
        eq(achInboxEntries.bankTrace, entry.bankTrace),
        eq(achInboxEntries.bankDate, entry.bankDate),
      ),
    )
}

/** Of these trace numbers, those about which an entry came, whether it could be applied or not. */
export async function listTracesThatCame(
  executor: Executor,
  portfolioId: number,
  originalTraces: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectDistinct({ trace: achInboxEntries.originalTrace })
    .from(achInboxEntries)
    .where(
      and(
        eq(achInboxEntries.portfolioId, portfolioId),
        isOneOf(achInboxEntries.originalTrace, originalTraces),
      ),
    )
  return new Set(rows.map(({ trace }) => trace))
}

/** Notes that a file that was quarantined whole is imported now. */
export async function markInboxFileImported(
  executor: Executor,
  {
    portfolioId,
    sha256,
    returns,
    noticesOfChange,
  }: Pick<AchInboxFile, 'portfolioId' | 'sha256' | 'returns' | 'noticesOfChange'>,
): Promise<void> {
  const { imported, quarantined } = STORED_NAMES.inboxFileStatus
  await executor
    .update(achInboxFiles)
    .set({ status: imported, errors: [], returns, noticesOfChange })
    .where(
      and(
        eq(achInboxFiles.portfolioId, portfolioId),
        eq(achInboxFiles.sha256, sha256),
        eq(achInboxFiles.status, quarantined),
      ),
    )
}

/** What came first from an instant on and before another, at most so many. */
export interface ArrivalWindow {
  readonly portfolioId: number
  readonly from: Date
  readonly to: Date
  readonly limit: number
}

/** Entries of a portfolio that came in a window, in order. */
export async function listInboxEntriesBetween(
  executor: Executor,
  { portfolioId, from, to, limit }: ArrivalWindow,
): Promise<AchInboxEntry[]> {
  return await executor
    .select()
    .from(achInboxEntries)
    .where(
      and(
        eq(achInboxEntries.portfolioId, portfolioId),
        gte(achInboxEntries.at, from),
        lt(achInboxEntries.at, to),
      ),
    )
    .orderBy(asc(achInboxEntries.at), asc(achInboxEntries.line))
    .limit(limit)
}
