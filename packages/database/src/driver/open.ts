import { AsyncResource } from 'node:async_hooks'
import { resolve } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { engineFolder, engineVersion, prepareDirectory } from './embedded/data-directory.ts'
import { lockDirectory } from './embedded/directory-lock.ts'
import { EmbeddedEngine, type EngineThread } from './embedded/embedded-engine.ts'
import { tendTables } from './embedded/tend-tables.ts'
import { prefixOf } from './keyed-client.ts'
import { type Executor, type SqlRunner, sqlRunnerOf } from './executor.ts'
import type { FieldCipher } from './field-cipher.ts'
import { listenStatement, type NotificationHandler, PostgresListener, Subscriptions } from './listener.ts'
import { clientOf } from './primary-client.ts'
import { bypassRowSecurity } from './row-security.ts'
import { serverAddresses } from './server-address.ts'
import { type Isolation, type PoolObservers, SessionPool } from './session-pool.ts'

/** Where the data is. `url` (PostgreSQL, one server or several) goes before `directory` (embedded); one of them is needed. */
export interface DatabaseOptions extends PoolObservers {
  readonly url?: string | undefined
  /** The same database past a pooler: `listen` needs a session that stays. `url` by default. */
  readonly directUrl?: string | undefined
  readonly directory?: string | undefined
  /** A closed directory, already migrated, copied when `directory` is new: saves seconds. */
  readonly templateDirectory?: string | undefined
  /** Where the build put embedded/pglite-worker.mjs; the source file beside this one by default. */
  readonly workerUrl?: URL | undefined
  /**
   * On which thread the embedded database runs: a worker's, by default. On the own one each statement blocks it, but none
   * waits for a thread to wake: for a program that does one thing after the other.
   */
  readonly engineThread?: EngineThread | undefined
  /** Sessions kept to PostgreSQL; 20 by default. The embedded database has exactly one. */
  readonly poolSize?: number | undefined
}

/** An open database: the same on PGlite and PostgreSQL. */
export interface Database {
  /** Single queries outside a transaction. Inside one, use the executor it hands out. */
  readonly db: Executor
  /** Sessions, for what needs one of its own (an advisory lock). */
  readonly sessions: SessionPool
  /** Runs work in one transaction: commits what it returns, rolls back when it throws. Never nest. */
  transaction<T>(work: (tx: Executor) => Promise<T>, isolation?: Isolation): Promise<T>
  /** Plain SQL on any session; pg-boss's `db`. Within a transaction: `sqlRunnerOf(tx)`. */
  executeSql(text: string, values?: unknown[]): ReturnType<SqlRunner['executeSql']>
  /** The same for a text that never changes: each session keeps it prepared. */
  executeNamed(text: string, values: readonly unknown[]): ReturnType<SqlRunner['executeNamed']>
  /** From now on values under the keys of records are written and read: the cipher's that seals and opens them. */
  useRecordKeys(cipher: Pick<FieldCipher, 'records' | 'keyIds' | 'open'>): void
  /** The keys in use: ciphers of one process share them, for rows are handed out with the keys that are at hand here. */
  recordKeys(): FieldCipher['records']
  /** Calls the handler for each `notify` on the channel, from any node, after commit; returns the stop. */
  listen(channel: string, handler: NotificationHandler): Promise<() => void>
  /**
   * Vacuums and analyzes the embedded database after updates and deletes. Returns the tables that were due; none on
   * PostgreSQL, where autovacuum does it.
   */
  tend(): Promise<readonly string[]>
  /** Which database this is, for the log: "PostgreSQL 15.18" or "PGlite 0.5.16 (PostgreSQL 18.6)". */
  version(): string
  close(): Promise<void>
}

/** Oldest PostgreSQL that the SQL in this package is written for. */
const OLDEST_SERVER = 15

/** A wait for a session, or for a lock held by another, ends with a failure instead of piling up. */
const SESSION_WAIT_MS = 10_000
const LOCK_WAIT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** How long an unused session is kept: a new one is slow at first, and wanted just when many ask at once. */
const SESSION_IDLE_MS = 600_000

/** Opens the database that the options name. Throws with a message for people when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined && options.url !== '') return await openPostgres(options.url, options)
  if (options.directory === undefined) throw new TypeError('a database needs a url or a directory')
  return await openEmbedded(resolve(options.directory), options)
}

/** Tells listeners, on every node, once the executor's transaction commits. Ids only. */
export async function notify(executor: Executor, channel: string, payload: string): Promise<void> {
  await executor.execute(sql`select pg_notify(${channel}, ${payload})`)
}

async function serverVersion(sessions: SessionPool): Promise<string> {
  const { rows } = await sessions.query('show server_version')
  const [row] = rows as { server_version: string }[]
  return row?.server_version.split(' ')[0] ?? ''
}

/** What an opened database runs on. */
interface OpenedSessions {
  readonly sessions: SessionPool
  readonly version: string
  readonly subscriptions: Subscriptions
  readonly listen: (channel: string) => Promise<void>
  readonly tend: Database['tend']
  readonly close: () => Promise<void>
}

function databaseOf(opened: OpenedSessions): Database {
  const { sessions, version, subscriptions, listen, tend, close } = opened
  const transaction: Database['transaction'] = async (work, isolation) =>
    await sessions.transaction(work, isolation)
  // drizzle's own way into a transaction would pass by the pool's checks.
  const db = Object.assign(sessions.executor(), { transaction })
  return {
    db,
    sessions,
    transaction,
    // Statements of the job queue and the like: they bypass row-level security in every request.
    executeSql: (text, values) => bypassRowSecurity(() => sqlRunnerOf(db).executeSql(text, values)),
    executeNamed: (text, values) => bypassRowSecurity(() => sqlRunnerOf(db).executeNamed(text, values)),
    recordKeys: () => sessions.keySlot.keys?.records,
    useRecordKeys(cipher) {
      const { records, keyIds } = cipher
      sessions.keySlot.keys = records && { records, prefixes: keyIds.map(prefixOf), cipher }
    },
    async listen(channel, handler) {
      // Delivered on the notifier's session. Without its own context the handler would seem to run inside the
      // notifier's transaction, and its queries would be refused.
      const detached = AsyncResource.bind(handler)
      subscriptions.add(channel, detached)
      await listen(channel)
      return () => subscriptions.remove(channel, detached)
    },
    tend,
    version: () => version,
    close,
  }
}

async function openPostgres(
  url: string,
  { poolSize = 20, directUrl = url, ...observers }: DatabaseOptions,
): Promise<Database> {
  const addresses = serverAddresses(url)
  const directAddresses = serverAddresses(directUrl)
  const pool = new pg.Pool({
    connectionString: addresses[0],
    Client: clientOf(addresses),
    max: poolSize,
    pipeline: true,
    idleTimeoutMillis: SESSION_IDLE_MS,
    connectionTimeoutMillis: SESSION_WAIT_MS,
    lock_timeout: LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'dolphin',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const sessions = new SessionPool(pool, observers)
  const subscriptions = new Subscriptions()
  const listener = new PostgresListener(
    directAddresses[0] ?? directUrl,
    clientOf(directAddresses),
    subscriptions,
  )
  try {
    const version = await serverVersion(sessions)
    if (Number.parseInt(version, 10) < OLDEST_SERVER) {
      throw new Error(`PostgreSQL ${version} is too old: ${OLDEST_SERVER} or newer is needed (DATABASE_URL).`)
    }
    return databaseOf({
      sessions,
      version: `PostgreSQL ${version}`,
      subscriptions,
      listen: async (channel) => await listener.listen(channel),
      tend: async () => await Promise.resolve([]),
      async close() {
        await listener.close()
        await sessions.close()
      },
    })
  } catch (error) {
    await sessions.close()
    throw error
  }
}

async function openEmbedded(directory: string, options: DatabaseOptions): Promise<Database> {
  const workerUrl = options.workerUrl ?? new URL('./embedded/pglite-worker.mjs', import.meta.url)
  await mkdir(directory, { recursive: true })
  const unlock = await lockDirectory(directory)
  try {
    await prepareDirectory(directory, workerUrl, options.templateDirectory)
    const engine = await EmbeddedEngine.start(workerUrl, engineFolder(directory), options.engineThread)
    return await embeddedDatabase(engine, unlock, options)
  } catch (error) {
    unlock()
    throw error
  }
}

async function embeddedDatabase(
  engine: EmbeddedEngine,
  unlock: () => void,
  observers: PoolObservers,
): Promise<Database> {
  const subscriptions = new Subscriptions()
  const pool = new pg.Pool({
    stream: () => engine.connect(),
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: SESSION_WAIT_MS,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => subscriptions.deliver(channel, payload ?? ''))
    // A query that fails here fails on the session's first use as well, where it is reported.
    for (const statement of subscriptions.statements()) client.query(statement).catch(() => undefined)
  })
  const sessions = new SessionPool(pool, observers)
  return databaseOf({
    sessions,
    version: `PGlite ${engineVersion()} (PostgreSQL ${await serverVersion(sessions)})`,
    subscriptions,
    async listen(channel) {
      await sessions.query(listenStatement(channel))
    },
    tend: async () => await tendTables(sessions),
    async close() {
      await sessions.close()
      await engine.close()
      unlock()
    },
  })
}
