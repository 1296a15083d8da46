import type { Database } from '@dolphin/database/driver/open'
import { makeTestDatabase, type TestDatabasePlace } from '@dolphin/testkit/test-database'
import { emptyDatabase, restartNumbers } from '@dolphin/api/testing/empty-database'

/** A database that stays open while servers come and go. */
export interface KeptDatabase {
  /** For one server after the other: "removed", it is empty, and its numbers begin anew. */
  readonly home: TestDatabasePlace
  /** Closes and removes it, once the last server is closed. */
  close(): Promise<void>
}

/**
 * Makes a database for short lives in turn: making one, and sessions that read and plan every statement anew, would be a
 * sixth of what such a life costs. Not for servers that are killed: those that come after a kill find it open still.
 */
export async function keepDatabase(): Promise<KeptDatabase> {
  const place = await makeTestDatabase()
  const database = await place.open()
  // Each server brings the keys of its records: those of the server before went with its files.
  const lent: Database = { ...database, recordKeys: () => undefined, close: () => Promise.resolve() }
  return {
    home: {
      ...place,
      open: () => Promise.resolve(lent),
      async remove() {
        await emptyDatabase(database)
        await restartNumbers(database)
      },
    },
    async close() {
      await database.close()
      await place.remove()
    },
  }
}
