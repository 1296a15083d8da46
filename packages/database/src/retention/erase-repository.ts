import type { Hold } from '@dolphin/domain/retention/hold'
import { type RetentionClass, RETENTION_VERSION } from '@dolphin/domain/retention/schedule'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import type { LoanKey, Owner } from '../driver/owner.ts'
import type { KeyHolder } from '../driver/record-keys.ts'
import { paperNotices } from '../schema/delivery.ts'
import { erasures, legalHolds, objectRemovals } from '../schema/retention.ts'
import { manualPostings } from '../schema/servicing.ts'
import { signingSessions } from '../schema/signing.ts'

/*
 * What goes, and from which tables, is in functions of the database (migrations 0038 and 0040): the role under which the program
 * works may delete nothing of history itself. Each of them does nothing more the second time.
 */

/** A line of the erase log. */
export type Erasure = typeof erasures.$inferSelect

/** Notes that an object is gone. */
export async function insertErasure(
  executor: Executor,
  line: Pick<Erasure, 'portfolioId' | 'recordClass' | 'subject' | 'cause' | 'at'>,
): Promise<void> {
  await executor.insert(erasures).values({ ...line, ruleVersion: RETENTION_VERSION })
}

/** Notes an object whose row is erased, for the store to let go of. */
export async function insertObjectRemoval(
  executor: Executor,
  removal: typeof objectRemovals.$inferInsert,
): Promise<void> {
  await executor.insert(objectRemovals).values(removal).onConflictDoNothing()
}

/** Notes the keys of a record that is erased, to be destroyed: what they sealed opens in no copy any more. */
export async function insertKeyRemoval(
  executor: Executor,
  { records }: Pick<FieldCipher, 'records'>,
  holder: KeyHolder,
  notedAt: Date,
): Promise<void> {
  if (records !== undefined)
    await insertObjectRemoval(executor, { objectKey: records.folderOf(holder), notedAt })
}

/** Keys of objects that the store has yet to let go of, after one of them, in order. */
export async function listObjectRemovals(
  executor: Executor,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await executor
    .select({ objectKey: objectRemovals.objectKey })
    .from(objectRemovals)
    .where(gt(objectRemovals.objectKey, after))
    .orderBy(asc(objectRemovals.objectKey))
    .limit(limit)
  return rows.map(({ objectKey }) => objectKey)
}

/** Whether a document, a letter or a signing names the object, of whichever customer: equal bytes are one object. */
export async function isObjectNamed(executor: Executor, objectKey: string): Promise<boolean> {
  const { rows } = await executor.execute(sql`
    select 1 from documents where object_key = ${objectKey}
    union all select 1 from paper_notices where object_key = ${objectKey}
    union all select 1 from ${signingSessions} where evidence ->> 'inputKey' = ${objectKey}
    union all select 1 from ${signingSessions} where evidence #>> '{reservation,markKey}' = ${objectKey}
    limit 1`)
  return rows.length > 0
}

/** The store has let go of the object, or it is needed again. */
export async function deleteObjectRemoval(executor: Executor, objectKey: string): Promise<void> {
  await executor.delete(objectRemovals).where(eq(objectRemovals.objectKey, objectKey))
}

/** Objects in which the signings of a loan keep what was signed and the signer's mark. */
export async function listSigningObjects(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<string[]> {
  const { evidence } = signingSessions
  const rows = await executor
    .select({
      inputKey: sql<string | null>`${evidence} ->> 'inputKey'`,
      markKey: sql<string | null>`${evidence} #>> '{reservation,markKey}'`,
    })
    .from(signingSessions)
    .where(and(eq(signingSessions.portfolioId, portfolioId), eq(signingSessions.loanNo, loanNo)))
  const keys = rows.flatMap(({ inputKey, markKey }) => [inputKey, markKey])
  return [...new Set(keys.filter((key) => key !== null))]
}

/** Objects of the letters that were printed about a loan. */
export async function listLetterObjects(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<string[]> {
  const rows = await executor
    .select({ objectKey: paperNotices.objectKey })
    .from(paperNotices)
    .where(and(eq(paperNotices.portfolioId, portfolioId), eq(paperNotices.loanNo, loanNo)))
  return rows.flatMap(({ objectKey }) => (objectKey === null ? [] : [objectKey]))
}

/** Lines of the erase log after one of them, oldest first. */
export async function listErasures(executor: Executor, after: number, limit: number): Promise<Erasure[]> {
  return await executor
    .select()
    .from(erasures)
    .where(gt(erasures.id, after))
    .orderBy(asc(erasures.id))
    .limit(limit)
}

/** Takes from the file of a loan all that tells of a person; its ledger stays under its number. Documents go one by one. */
export async function eraseLoan(executor: Executor, { portfolioId, loanNo }: LoanKey): Promise<void> {
  await executor.execute(sql`select erase_loan(${portfolioId}::integer, ${loanNo})`)
  await executor.execute(sql`select erase_notes_of_loan(${portfolioId}::integer, ${loanNo})`)
  await executor
    .update(manualPostings)
    .set({ note: null })
    .where(and(eq(manualPostings.portfolioId, portfolioId), eq(manualPostings.loanNo, loanNo)))
}

/** Takes the words of holds that were on what is erased; that it was held, by whom and when, stays. */
export async function eraseWordsOfHolds(
  executor: Executor,
  { portfolioId, scope, subject }: Hold,
): Promise<void> {
  await executor
    .update(legalHolds)
    .set({ reason: null, liftReason: null })
    .where(
      and(
        eq(legalHolds.portfolioId, portfolioId),
        eq(legalHolds.scope, scope),
        eq(legalHolds.subject, subject),
      ),
    )
}

/** Takes an account and all that belongs to no loan. */
export async function eraseAccount(executor: Executor, { portfolioId, openId }: Owner): Promise<void> {
  await executor.execute(sql`select erase_account(${portfolioId}::integer, ${openId})`)
}

/** Takes the row of a document; answers the key of its bytes where no other row names the same. */
export async function eraseDocument(
  executor: Executor,
  portfolioId: number,
  documentNo: string,
): Promise<string | undefined> {
  const { rows } = await executor.execute<{ object_key: string | null }>(
    sql`select erase_document(${portfolioId}::integer, ${documentNo}) as object_key`,
  )
  return rows[0]?.object_key ?? undefined
}

/** Takes a record of a class that is named by its key alone. Throws for other classes. */
export async function eraseByKey(
  executor: Executor,
  recordClass: RetentionClass,
  portfolioId: number,
  key: string,
): Promise<void> {
  await executor.execute(sql`select erase_record(${recordClass}, ${portfolioId}::integer, ${key})`)
}

/** Deletes business events from before an instant but for those of some customers; answers how many. */
export async function eraseBusinessEvents(
  executor: Executor,
  portfolioId: number,
  before: Date,
  { butOf, limit }: { readonly butOf: readonly string[]; readonly limit: number },
): Promise<number> {
  const { rows } = await executor.execute<{
    gone: number
  }>(sql`select erase_business_events(${portfolioId}::integer,
    ${before.toISOString()}::timestamptz, ${sql.param([...butOf])}::text[], ${limit}::integer) as gone`)
  return rows[0]?.gone ?? 0
}
