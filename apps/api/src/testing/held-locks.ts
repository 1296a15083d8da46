import type { Executor } from '@dolphin/database/driver/executor'
import type { TestApi } from './api-fixture.ts'

/** Takes a lock in a transaction of its own and holds it; answers how to let go. */
export async function holdLock(
  { database }: Pick<TestApi, 'database'>,
  take: (tx: Executor) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const done = database.transaction(async (tx) => {
    await take(tx)
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, done])
  return async () => {
    released.resolve()
    await done
  }
}

/** How many sessions of the server wait for a lock. PostgreSQL alone knows. */
export async function waitingForLocks({ database }: Pick<TestApi, 'database'>): Promise<number> {
  const { rows } = await database.executeSql(
    `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (rows as { waiting: number }[])[0]?.waiting ?? 0
}
