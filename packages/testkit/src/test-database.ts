import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrateDatabase } from '@dolphin/database/migrate'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import type { PoolObservers } from '@dolphin/database/driver/session-pool'
import pg from 'pg'

/** A migrated database of its own for one test file. */
export interface TestDatabase extends Database {
  /** Which of the two it is; for titles and for the few things only one can do. */
  readonly engine: 'embedded' | 'postgresql'
  /** What to open it with a second time (PostgreSQL), or once it is closed (embedded). */
  readonly location: { readonly url: string } | { readonly directory: string }
}

const TEMPLATE_LIMIT_MS = 120_000
const POLL_MS = 100
const STALE_MS = 60_000

const migrationFolder = join(
  dirname(createRequire(import.meta.url).resolve('@dolphin/database/migrate')),
  'migrations',
)

/** Names a template after what it is made of, so that a new migration makes a new one. */
function migrationsDigest(): string {
  const digest = createHash('sha256').update(
    readFileSync(createRequire(import.meta.url).resolve('@dolphin/database/driver/open')),
  )
  for (const name of readdirSync(migrationFolder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()) {
    digest.update(readFileSync(join(migrationFolder, name)))
  }
  return digest.digest('hex').slice(0, 12)
}

/** A migrated database that can be opened, closed and opened again, as by a server that is started anew. */
export interface TestDatabasePlace {
  readonly engine: TestDatabase['engine']
  readonly location: TestDatabase['location']
  open(options?: PoolObservers): Promise<Database>
  /** To be called once it is closed. */
  remove(): Promise<void>
}

/** Makes a fresh, migrated database: embedded, or in the server at TEST_DATABASE_URL, as TEST_DATABASE says. */
export async function makeTestDatabase(): Promise<TestDatabasePlace> {
  const engine = process.env['TEST_DATABASE'] ?? 'embedded'
  if (engine === 'embedded') return await embeddedPlace()
  if (engine !== 'postgresql') throw new Error(`TEST_DATABASE is embedded or postgresql, not ${engine}`)
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('TEST_DATABASE_URL names no PostgreSQL; node scripts/postgres.mjs starts one')
  return await postgresPlace(url)
}

/** As makeTestDatabase, opened. Close it after the tests; that removes it. */
export async function openTestDatabase(options: PoolObservers = {}): Promise<TestDatabase> {
  const place = await makeTestDatabase()
  const database = await place.open(options)
  return {
    ...database,
    engine: place.engine,
    location: place.location,
    async close() {
      await database.close()
      await place.remove()
    },
  }
}

async function buildTemplate(finished: string): Promise<void> {
  const made = await mkdtemp(`${finished}.new-`)
  const database = await openDatabase({ directory: made })
  await migrateDatabase(database)
  await database.close()
  try {
    await rename(made, finished)
  } catch {
    // Another test file was first; its template is as good.
    await rm(made, { recursive: true, force: true })
  }
}

const isAbandoned = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > STALE_MS
}

/** One test file makes the template while those that start beside it wait for it. */
async function embeddedTemplate(): Promise<string> {
  const folder = join(tmpdir(), `dolphin-test-${userInfo().username}`)
  await mkdir(folder, { recursive: true })
  const finished = join(folder, `template-${migrationsDigest()}`)
  const making = `${finished}.making`
  const deadline = Date.now() + TEMPLATE_LIMIT_MS
  while (!existsSync(finished)) {
    if (await isAbandoned(making)) await rm(making, { recursive: true, force: true })
    const mine = await mkdir(making).then(
      () => true,
      () => false,
    )
    if (mine) {
      const alive = setInterval(() => void utimes(making, new Date(), new Date()), STALE_MS / 4)
      await buildTemplate(finished).finally(() => clearInterval(alive))
      await rm(making, { recursive: true, force: true })
    } else if (Date.now() > deadline) {
      throw new Error(`no template database after ${TEMPLATE_LIMIT_MS / 1000} s in ${folder}`)
    } else {
      await wait(POLL_MS)
    }
  }
  return finished
}

async function embeddedPlace(): Promise<TestDatabasePlace> {
  const templateDirectory = await embeddedTemplate()
  const directory = await mkdtemp(join(tmpdir(), 'dolphin-db-'))
  return {
    engine: 'embedded',
    location: { directory },
    open: (options = {}) => openDatabase({ ...options, directory, templateDirectory }),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Any fixed number: test files agree on it. */
const TEMPLATE_LOCK = 118_110

async function postgresTemplate(client: pg.Client, server: string): Promise<string> {
  const name = `dolphin_template_${migrationsDigest()}`
  const found = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
  if (found.rowCount === 1) return name
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  const database = await openDatabase({ url: urlOf(server, name), poolSize: 1 })
  await migrateDatabase(database)
  await database.close()
  await client.query(`alter database ${name} with is_template true`)
  return name
}

async function postgresPlace(server: string): Promise<TestDatabasePlace> {
  const name = `dolphin_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const template = await postgresTemplate(client, server)
    await client.query(`create database ${name} template ${template}`)
  })
  const url = urlOf(server, name)
  return {
    engine: 'postgresql',
    location: { url },
    open: (options = {}) => openDatabase({ ...options, url, poolSize: 10 }),
    remove: () =>
      onServer(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}
