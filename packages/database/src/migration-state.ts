import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { Executor } from './driver/executor.ts'

/** How the schema stands to the migrations that this build brings along. */
export interface MigrationState {
  readonly shipped: number
  /** Shipped and not applied yet. A database that is further on is one that a newer build has migrated. */
  readonly missing: number
  /** What is missing, in its order. */
  readonly pending: readonly PendingMigration[]
  /** A newer build has taken away what this one needs: it may not serve. */
  readonly isTooOld: boolean
}

export interface PendingMigration {
  readonly name: string
  /** Builds without it may not serve any more once it is applied. */
  readonly stopsOlderBuilds: boolean
}

/** The schema is of a newer build, which this one cannot serve on. Source: docs/guides/releases.md. */
export class BuildTooOld extends Error {
  override readonly name = 'BuildTooOld'
  constructor({ shipped, least }: { readonly shipped: number; readonly least: number }) {
    super(
      `The schema is of a newer release: it takes a build with ${least} migrations or more, and this one has ${shipped}. ` +
        'Start the newer release, or restore the backup taken before it (docs/guides/releases.md).',
    )
  }
}

const SHIPPED_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[]
}

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/** Compares what is applied with the folder's journal, as drizzle's migrator does: by the time of the last one. */
export async function readMigrationState(
  executor: Executor,
  folder: string = SHIPPED_FOLDER,
): Promise<MigrationState> {
  const { entries } = journalOf(folder)
  const newest = await readNewest(executor)
  const pending = entries.filter(({ when }) => when > newest).map(({ tag }) => pendingOf(folder, tag))
  const shipped = entries.length
  const isTooOld = shipped < (await readLeastMigrations(executor))
  return { shipped, missing: pending.length, pending, isTooOld }
}

const pendingOf = (folder: string, name: string): PendingMigration => {
  const text = readFileSync(join(folder, `${name}.sql`), 'utf8')
  return { name, stopsOlderBuilds: /create or replace function least_migrations\(\)/i.test(text) }
}

/** When the newest migration that was applied was written, in milliseconds; 0 where none was. */
async function readNewest(executor: Executor): Promise<number> {
  const { rows: known } = await executor.execute<{ known: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  if (known[0]?.known !== true) return 0
  const { rows } = await executor.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.newest ?? 0)
}

/**
 * How many migrations a build brings at least to serve on this schema. The schema says so by a function, which goes into
 * every dump; a schema from before it asks nothing.
 */
async function readLeastMigrations(executor: Executor): Promise<number> {
  const { rows: known } = await executor.execute<{ known: boolean }>(
    sql`select to_regprocedure('least_migrations()') is not null as known`,
  )
  if (known[0]?.known !== true) return 0
  const { rows } = await executor.execute<{ least: number }>(sql`select least_migrations() as least`)
  return rows[0]?.least ?? 0
}

/**
 * Refuses a build that a newer one has left behind.
 *
 * @throws BuildTooOld
 */
export async function refuseOldBuild(executor: Executor, folder: string = SHIPPED_FOLDER): Promise<void> {
  const { length: shipped } = journalOf(folder).entries
  const least = await readLeastMigrations(executor)
  if (shipped < least) throw new BuildTooOld({ shipped, least })
}

/** How many migrations are applied that this build does not bring along: a newer one was here. */
export async function countNewerMigrations(
  executor: Executor,
  folder: string = SHIPPED_FOLDER,
): Promise<number> {
  const { entries } = journalOf(folder)
  const { rows } = await executor.execute<{ newer: number }>(
    sql`select count(*)::integer as newer from drizzle.__drizzle_migrations
      where created_at > ${Math.max(...entries.map(({ when }) => when))}`,
  )
  return rows[0]?.newer ?? 0
}
