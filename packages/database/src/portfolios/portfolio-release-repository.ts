import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { applications } from '../schema/application.ts'
import { customers } from '../schema/customer.ts'
import { portfolioReleases } from '../schema/record.ts'

/** A portfolio's data as entered by one employee; in effect since another confirmed them. */
export type PortfolioRelease = typeof portfolioReleases.$inferSelect
export type NewPortfolioRelease = Omit<PortfolioRelease, 'number' | 'confirmedBy' | 'confirmedAt' | 'after'>

type ReleaseKey = Pick<PortfolioRelease, 'portfolioId' | 'number'>
type Confirmed = {
  readonly confirmedBy: string
  readonly confirmedAt: Date
  readonly after: Record<string, number>
}

const isRelease = ({ portfolioId, number }: ReleaseKey) =>
  and(eq(portfolioReleases.portfolioId, portfolioId), eq(portfolioReleases.number, number))

/** Enters a release that another person must confirm; answers its number. The caller holds the versions' lock. */
export async function insertRelease(executor: Executor, release: NewPortfolioRelease): Promise<number> {
  const { portfolioId } = release
  const [last] = await executor
    .select({ number: sql`coalesce(max(${portfolioReleases.number}), 0)`.mapWith(Number) })
    .from(portfolioReleases)
    .where(eq(portfolioReleases.portfolioId, portfolioId))
  const number = (last?.number ?? 0) + 1
  await executor.insert(portfolioReleases).values({ ...release, number })
  return number
}

/** One release with its files. */
export async function findRelease(
  executor: Executor,
  key: ReleaseKey,
): Promise<PortfolioRelease | undefined> {
  const [row] = await executor.select().from(portfolioReleases).where(isRelease(key))
  return row
}

/** The releases of a portfolio, newest first. */
export async function listReleases(
  executor: Executor,
  portfolioId: number,
  limit: number,
): Promise<PortfolioRelease[]> {
  return await executor
    .select()
    .from(portfolioReleases)
    .where(eq(portfolioReleases.portfolioId, portfolioId))
    .orderBy(desc(portfolioReleases.number))
    .limit(limit)
}

/** Marks an entered release as published; false if it is published already. */
export async function confirmRelease(executor: Executor, key: ReleaseKey, by: Confirmed): Promise<boolean> {
  const confirmed = await executor
    .update(portfolioReleases)
    .set(by)
    .where(and(isRelease(key), isNull(portfolioReleases.confirmedBy)))
    .returning({ number: portfolioReleases.number })
  return confirmed.length === 1
}

/** Whether the portfolio has an account or an application. */
export async function hasBorrowers(executor: Executor, portfolioId: number): Promise<boolean> {
  const [customer] = await executor
    .select({ portfolioId: customers.portfolioId })
    .from(customers)
    .where(eq(customers.portfolioId, portfolioId))
    .limit(1)
  if (customer !== undefined) return true
  const [application] = await executor
    .select({ portfolioId: applications.portfolioId })
    .from(applications)
    .where(eq(applications.portfolioId, portfolioId))
    .limit(1)
  return application !== undefined
}
