import { rm } from 'node:fs/promises'
import { dataPaths } from '../config/config.ts'
import type { TestApi } from './api-fixture.ts'
import { emptyDatabase } from './empty-database.ts'

/** When a reset server begins: a Tuesday, an ordinary banking day. */
const FRESH_START = '2026-03-03T10:00:00-05:00'

/**
 * A server as if it had just been started: no rows, no waiting jobs, no files at the bank, the first instant again. Far
 * cheaper than another server.
 */
export async function resetApi({ database, deps, clock }: TestApi): Promise<void> {
  await emptyDatabase(database)
  await rm(dataPaths(deps.config.dataDir).bank, { recursive: true, force: true })
  clock.set(FRESH_START)
}
