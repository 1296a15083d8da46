import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { databaseOutage } from '@dolphin/database/driver/database-failure'
import { type Database, type DatabaseOptions, openDatabase } from '@dolphin/database/driver/open'
import { migrateDatabase } from '@dolphin/database/migrate'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type ApiConfig, ConfigError, dataPaths } from './config/config.ts'
import { failureCode } from './http/describe-error.ts'
import type { Observability } from './observability/observability.ts'

/** Our goal for the longest transaction: while it is open, others wait for its rows. */
const LONG_TRANSACTION_MS = 50
/** A machine that is busy passes the goal often; only this much harms others. */
const HARMFUL_TRANSACTION_MS = 1_000
/** On the span of every statement. */
const SQL = { 'db.system.name': 'postgresql' }

/** How long a server that starts waits for its database, and how often it says so. */
export interface Patience {
  readonly limitMs: number
  readonly retryMs: number
  readonly noteMs: number
}

/** Longer than a failover or a restart of PostgreSQL takes; then the supervisor starts the server again. */
const PATIENCE: Patience = { limitMs: 300_000, retryMs: 1_000, noteMs: 5_000 }

/** Opens the database of the settings and migrates it; waits for one that is away, and says so in the log. */
export async function openMigrated(
  config: ApiConfig,
  log: Logger,
  builtFolder: string,
  { metrics, tracing }: Observability,
): Promise<Database> {
  const worker = join(builtFolder, 'pglite-worker.mjs')
  const database = await openWhenThere(log, {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    directory: dataPaths(config.dataDir).database,
    workerUrl: existsSync(worker) ? pathToFileURL(worker) : undefined,
    poolSize: config.databasePool,
    ...(config.tracing === undefined ? {} : { onStatement: (title, run) => tracing.part(title, SQL, run) }),
    onTransaction: (heldMs) => {
      metrics.transactionHeld(heldMs / 1_000)
      if (heldMs > LONG_TRANSACTION_MS)
        log[heldMs > HARMFUL_TRANSACTION_MS ? 'warn' : 'info'](
          { heldMs: Math.round(heldMs) },
          'a transaction was held for long',
        )
    },
  })
  try {
    const migrations = join(builtFolder, 'migrations')
    await notingWhile(log, async () => {
      if (config.databaseDirectUrl === undefined) await migrateDatabase(database, migrations)
      else await migrateDirectly(log, config.databaseDirectUrl, migrations)
    })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Behind a pooler: the lock that lets one node migrate at a time belongs to a session. */
async function migrateDirectly(log: Logger, url: string, migrations: string): Promise<void> {
  const direct = await openWhenThere(log, { url, poolSize: 1 })
  try {
    await migrateDatabase(direct, migrations)
  } finally {
    await direct.close()
  }
}

/**
 * Opens a database once it can be reached. What is wrong with it otherwise (password, name, version) fails at once.
 *
 * @throws ConfigError when it stays away for `limitMs`.
 */
export async function openWhenThere(
  log: Pick<Logger, 'warn'>,
  options: DatabaseOptions,
  { limitMs, retryMs, noteMs }: Patience = PATIENCE,
): Promise<Database> {
  const begunAt = performance.now()
  let notedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await openDatabase(options)
    } catch (error) {
      if (databaseOutage(error) !== 'away') throw error
      const waitedMs = performance.now() - begunAt
      const reason = failureCode(error)
      if (waitedMs + retryMs > limitMs)
        throw new ConfigError(
          `PostgreSQL could not be reached for ${Math.round(limitMs / 1_000)} seconds (${reason}). Look at the server that DATABASE_URL names.`,
        )
      if (performance.now() - notedAt >= noteMs) {
        notedAt = performance.now()
        const waitedSeconds = Math.round(waitedMs / 1_000)
        log.warn(
          { reason, waitedSeconds, limitSeconds: limitMs / 1_000 },
          'waiting for PostgreSQL (DATABASE_URL)',
        )
      }
      await wait(retryMs)
    }
  }
}

/** A migration takes its time, and so does that of another node, which this one waits for without a limit. */
async function notingWhile(log: Logger, work: () => Promise<void>): Promise<void> {
  const begunAt = performance.now()
  const timer = setInterval(() => {
    const waitedSeconds = Math.round((performance.now() - begunAt) / 1_000)
    log.info({ waitedSeconds }, 'waiting for the migration of the schema, by this node or another')
  }, PATIENCE.noteMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}
