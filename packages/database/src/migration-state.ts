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
}

interface Journal {
  readonly entries: readonly { readonly when: number }[]
}

/** Compares what is applied with the folder's journal, as drizzle's migrator does: by the time of the last one. */
export async function readMigrationState(
  executor: Executor,
  folder: string = fileURLToPath(new URL('./migrations', import.meta.url)),
): Promise<MigrationState> {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  const { rows } = await executor.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  const newest = Number(rows[0]?.newest ?? 0)
  return { shipped: entries.length, missing: entries.filter(({ when }) => when > newest).length }
}

/** How many migrations are applied that this build does not bring along: a newer one was here. */
export async function countNewerMigrations(
  executor: Executor,
  folder: string = fileURLToPath(new URL('./migrations', import.meta.url)),
): Promise<number> {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  const { rows } = await executor.execute<{ newer: number }>(
    sql`select count(*)::integer as newer from drizzle.__drizzle_migrations
      where created_at > ${Math.max(...entries.map(({ when }) => when))}`,
  )
  return rows[0]?.newer ?? 0
}
