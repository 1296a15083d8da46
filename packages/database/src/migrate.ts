import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Database } from './driver/open.ts'
import { countNewerMigrations, refuseOldBuild } from './migration-state.ts'
import { ensureRights } from './role-rights.ts'

/** Any fixed number: the nodes that start together agree on it, nothing else uses it. */
const MIGRATION_LOCK = 7_310_118

/**
 * Brings the schema and the rights of its roles up to date; does nothing when they are. Nodes that start together wait
 * for one another, for drizzle's migrator alone fails when run twice at once.
 *
 * @throws BuildTooOld where a newer build has taken away what this one needs
 */
export async function migrateDatabase(
  database: Database,
  folder: string = fileURLToPath(new URL('./migrations', import.meta.url)),
): Promise<void> {
  await database.sessions.lease(async (client) => {
    await client.query('set lock_timeout = 0')
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      const executor = database.sessions.executorOn(client) as NodePgDatabase
      await migrate(executor, { migrationsFolder: folder })
      await refuseOldBuild(executor, folder)
      // A build from before a table does not know whose its rows are.
      if ((await countNewerMigrations(executor, folder)) === 0) await ensureRights(executor)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
      await client.query('reset lock_timeout')
      await client.query('reset statement_timeout')
    }
  })
}
