import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { bulkInsert } from '../driver/bulk-insert.ts'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import { achEntries, achFiles } from '../schema/ach-file.ts'
import { traceNumbers } from '../schema/claim.ts'

/** A file as generated; its text is in the object store under `objectKey`. */
export type AchFile = typeof achFiles.$inferSelect
export type NewAchFile = Omit<AchFile, 'sentAt'>
export type AchFileEntry = typeof achEntries.$inferSelect
export type NewAchFileEntry = Omit<AchFileEntry, 'portfolioId' | 'fileNo'>

/**
 * Records a file with its entries, and the trace numbers of those that are of no transaction (`others`): prenotes and
 * dishonored returns. A transaction that any file carries already, or a trace number used before, makes it throw (DatabaseFailure 23505) and the whole file roll back: no entry is ever sent twice.
 */
export async function insertAchFile(
  executor: Executor,
  file: NewAchFile,
  entries: readonly NewAchFileEntry[],
  others: readonly Pick<NewAchFileEntry, 'traceNumber'>[] = [],
): Promise<void> {
  const { portfolioId, fileNo } = file
  await executor.insert(achFiles).values(file)
  await bulkInsert(
    executor,
    traceNumbers,
    [...entries, ...others].map(({ traceNumber }) => ({ portfolioId, traceNumber })),
  )
  await bulkInsert(
    executor,
    achEntries,
    entries.map((entry) => ({ ...entry, portfolioId, fileNo })),
  )
}

/** Files of a banking day, in order of their modifiers. */
export async function listAchFiles(
  executor: Executor,
  portfolioId: number,
  businessDate: LocalDate,
): Promise<AchFile[]> {
  return await executor
    .select()
    .from(achFiles)
    .where(and(eq(achFiles.portfolioId, portfolioId), eq(achFiles.businessDate, businessDate)))
    .orderBy(asc(achFiles.fileIdModifier))
}

/** Files generated but not known to be sent, oldest first: what a run after a crash sends. */
export async function listUnsentAchFiles(executor: Executor): Promise<AchFile[]> {
  return await executor
    .select()
    .from(achFiles)
    .where(isNull(achFiles.sentAt))
    .orderBy(asc(achFiles.createdAt), asc(achFiles.fileNo))
}

/** A file that is not known to be sent, as far as its window at the bank follows from it. */
export interface UnsentFileDay extends Pick<AchFile, 'portfolioId' | 'businessDate'> {
  /** Whether an entry of it settles on the day it is sent. */
  readonly isSameDay: boolean
}

/** The days of all files that `listUnsentAchFiles` lists. */
export async function listUnsentFileDays(executor: Executor): Promise<UnsentFileDay[]> {
  const { portfolioId, businessDate, fileNo } = achFiles
  const files = await executor
    .select({ portfolioId, businessDate, fileNo })
    .from(achFiles)
    .where(isNull(achFiles.sentAt))
  const days = await executor
    .selectDistinct({
      portfolioId: achEntries.portfolioId,
      fileNo: achEntries.fileNo,
      effectiveDate: achEntries.effectiveDate,
    })
    .from(achEntries)
    .where(
      isOneOf(
        achEntries.fileNo,
        files.map((file) => file.fileNo),
      ),
    )
  return files.map((file) => ({
    portfolioId: file.portfolioId,
    businessDate: file.businessDate,
    isSameDay: days.some(
      (one) =>
        one.portfolioId === file.portfolioId &&
        one.fileNo === file.fileNo &&
        one.effectiveDate === file.businessDate,
    ),
  }))
}

/** Notes that the gateway has the file; false if that is known already. */
export async function markAchFileSent(
  executor: Executor,
  { portfolioId, fileNo }: Pick<AchFile, 'portfolioId' | 'fileNo'>,
  at: Date,
): Promise<boolean> {
  const marked = await executor
    .update(achFiles)
    .set({ sentAt: at })
    .where(and(eq(achFiles.portfolioId, portfolioId), eq(achFiles.fileNo, fileNo), isNull(achFiles.sentAt)))
    .returning({ fileNo: achFiles.fileNo })
  return marked.length === 1
}
