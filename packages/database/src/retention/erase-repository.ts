import { type RetentionClass, RETENTION_VERSION } from '@dolphin/domain/retention/schedule'
import { asc, gt, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey, Owner } from '../driver/owner.ts'
import { erasures } from '../schema/retention.ts'

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
