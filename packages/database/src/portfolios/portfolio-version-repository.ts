import { and, asc, count, desc, eq, gte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '../driver/executor.ts'
import { lockByName } from '../driver/named-lock.ts'
import { notify } from '../driver/open.ts'
import { portfolioVersions } from '../schema/record.ts'

export type PortfolioVersion = typeof portfolioVersions.$inferSelect
/** A version without its content. */
export type VersionHead = Omit<PortfolioVersion, 'content'>

/** One thing that has versions: a form, a policy, a consent's text. */
export type VersionedItem = Pick<PortfolioVersion, 'portfolioId' | 'kind' | 'key'>

/** Notification channel on which nodes hear that portfolio data have a new version. The payload is empty. */
export const VERSION_CHANNEL = 'dolphin_portfolio_versions'

const HEAD = {
  portfolioId: portfolioVersions.portfolioId,
  kind: portfolioVersions.kind,
  key: portfolioVersions.key,
  version: portfolioVersions.version,
  origin: portfolioVersions.origin,
  digest: portfolioVersions.digest,
  author: portfolioVersions.author,
  note: portfolioVersions.note,
  publishedAt: portfolioVersions.publishedAt,
  effectiveFrom: portfolioVersions.effectiveFrom,
}

const isItem = ({ portfolioId, kind, key }: VersionedItem) =>
  and(
    eq(portfolioVersions.portfolioId, portfolioId),
    eq(portfolioVersions.kind, kind),
    eq(portfolioVersions.key, key),
  )

/** How many versions there are. The table only grows, so the same number means the same versions. */
export async function countVersions(executor: Executor): Promise<number> {
  const [row] = await executor.select({ rows: count() }).from(portfolioVersions)
  return row?.rows ?? 0
}

/** Every version there is, without contents. */
export async function listVersionHeads(executor: Executor): Promise<VersionHead[]> {
  return await executor.select(HEAD).from(portfolioVersions)
}

/** What was published and is in effect at the instant, or will be later. */
export async function listPublishedFrom(executor: Executor, at: Date): Promise<PortfolioVersion[]> {
  const other = alias(portfolioVersions, 'other')
  const newest = executor
    .select({ version: sql<number>`coalesce(max(${other.version}), 0)` })
    .from(other)
    .where(
      and(
        eq(other.portfolioId, portfolioVersions.portfolioId),
        eq(other.kind, portfolioVersions.kind),
        eq(other.key, portfolioVersions.key),
        eq(other.origin, 'published'),
        sql`${other.effectiveFrom} <= ${at.toISOString()}`,
      ),
    )
  return await executor
    .select()
    .from(portfolioVersions)
    .where(and(eq(portfolioVersions.origin, 'published'), gte(portfolioVersions.version, sql`(${newest})`)))
    .orderBy(asc(portfolioVersions.version))
}

/** One version with its content. */
export async function findVersion(
  executor: Executor,
  item: VersionedItem,
  version: number,
): Promise<PortfolioVersion | undefined> {
  const [row] = await executor
    .select()
    .from(portfolioVersions)
    .where(and(isItem(item), eq(portfolioVersions.version, version)))
  return row
}

/** The first version of an item whose list holds an entry with these values. */
export async function findVersionHolding(
  executor: Executor,
  item: VersionedItem,
  entry: Readonly<Record<string, string | number>>,
): Promise<PortfolioVersion | undefined> {
  const [row] = await executor
    .select()
    .from(portfolioVersions)
    .where(and(isItem(item), sql`${portfolioVersions.content} @> ${JSON.stringify([entry])}::jsonb`))
    .orderBy(asc(portfolioVersions.version))
    .limit(1)
  return row
}

/** Versions of a portfolio's data, newest first within each item; of one kind or item where named. */
export async function listVersions(
  executor: Executor,
  { portfolioId, kind, key }: Pick<VersionedItem, 'portfolioId'> & { kind?: string; key?: string },
  limit: number,
): Promise<VersionHead[]> {
  return await executor
    .select(HEAD)
    .from(portfolioVersions)
    .where(
      and(
        eq(portfolioVersions.portfolioId, portfolioId),
        kind === undefined ? undefined : eq(portfolioVersions.kind, kind),
        key === undefined ? undefined : eq(portfolioVersions.key, key),
      ),
    )
    .orderBy(asc(portfolioVersions.kind), asc(portfolioVersions.key), desc(portfolioVersions.version))
    .limit(limit)
}

/** One publisher at a time: a version is judged against everything else that is in force. Until the end. */
export async function lockVersions(executor: Executor): Promise<void> {
  await lockByName(executor, 'portfolio-versions')
}

/** Keeps what a deploy shipped; a version that is known stays as it is. */
export async function recordShipped(executor: Executor, rows: readonly PortfolioVersion[]): Promise<void> {
  if (rows.length === 0) return
  await executor
    .insert(portfolioVersions)
    .values([...rows])
    .onConflictDoNothing()
}

/** Keeps a published version and tells every node once the transaction commits. The caller holds the lock. */
export async function insertVersion(executor: Executor, row: PortfolioVersion): Promise<void> {
  await executor.insert(portfolioVersions).values(row)
  await notify(executor, VERSION_CHANNEL, '')
}
