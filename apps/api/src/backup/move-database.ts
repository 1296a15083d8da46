import { checkVersion } from '@dolphin/database/driver/embedded/data-directory'
import type { Executor } from '@dolphin/database/driver/executor'
import { migrateDatabase } from '@dolphin/database/migrate'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import {
  type CatalogSequence,
  type CatalogTable,
  continueSequence,
  listFilledTables,
  listTableNames,
  readSequences,
  readTables,
} from '@dolphin/database/driver/table-catalog'
import { copyRows, digestTable, type TableDigest, writePlainly } from '@dolphin/database/driver/table-rows'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { sql } from 'drizzle-orm'
import { dataPaths } from '../config/config.ts'
import { openSealed } from '../security/object-keys.ts'
import { systemRandom } from '../wall-clock.ts'
import { BackupFailure } from './backup-failure.ts'
import { type BackupPlace, keysOf, migrationsOf, openEmbedded, refuseWithoutDatabase } from './data-folder.ts'
import { moveJobs, prepareQueues, readWaitingJobs, type WaitingJobs } from './move-jobs.ts'
import { type StoreReport, verifyStore } from './verify-store.ts'

interface Source {
  readonly tables: readonly CatalogTable[]
  readonly sequences: readonly CatalogSequence[]
  readonly digests: ReadonlyMap<string, TableDigest>
  readonly waiting: WaitingJobs
}

/** What a move came to. */
export interface Moved {
  readonly tables: number
  readonly rows: number
  readonly jobs: number
  readonly report: StoreReport
}

/** Told of how many of a table's rows are there, for long ones. */
const TELL_EVERY = 10_000

/**
 * Moves an embedded database to an empty one on a PostgreSQL server: every table of the catalog, value by value, the
 * sequences, and the jobs that still have to run, in one transaction there. Before it commits, each table's count and
 * digest are held against the source, and the ledgers, audit chains and documents are proved. The source is only read.
 *
 * @throws DirectoryInUse, IncompatibleDirectory, BackupFailure where the target holds anything or something differs.
 */
export async function moveDatabase(place: BackupPlace, dataDir: string, url: string): Promise<Moved> {
  refuseWithoutDatabase(dataDir)
  checkVersion(dataPaths(dataDir).database)
  const from = await openEmbedded(place, dataDir)
  try {
    const to = await openDatabase({ url, poolSize: 2 })
    try {
      return await moveBetween(place, { from, to, dataDir })
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

interface Ends {
  readonly from: Database
  readonly to: Database
  readonly dataDir: string
}

async function moveBetween(place: BackupPlace, { from, to, dataDir }: Ends): Promise<Moved> {
  const objects = openSealed(
    createLocalFolderStore(dataPaths(dataDir).objects),
    createLocalFolderStore(dataPaths(dataDir).recordKeys),
    keysOf(place, dataDir),
    systemRandom,
  )
  place.writeLine('proving the embedded database')
  const before = await verifyStore({
    executor: from.db,
    objects,
    migrations: migrationsOf(place),
    writeLine: place.writeLine,
  })
  if (before.complaints.length > 0)
    throw new BackupFailure(`The embedded database is not whole:\n  ${before.complaints.join('\n  ')}`)
  await refuseFilled(to, await listTableNames(from.db))
  return await from.transaction(async (source) => {
    await writePlainly(source)
    const known = await readSource(source, place)
    place.writeLine('making the tables on the server')
    await migrateDatabase(to, migrationsOf(place))
    const boss = await prepareQueues(to, known.waiting)
    try {
      return await to.transaction(async (target) => {
        await writePlainly(target)
        await takeTarget(target, known)
        for (const table of known.tables)
          await copyTable(source, target, table, { ...known, writeLine: place.writeLine })
        for (const sequence of known.sequences) await continueSequence(target, sequence)
        await moveJobs(boss, target, known.waiting)
        // What is otherwise judged at the commit: every posting balances.
        await target.execute(sql`set constraints all immediate`)
        place.writeLine('proving what arrived')
        const report = await verifyStore({ executor: target, objects, migrations: migrationsOf(place) })
        if (report.complaints.length > 0)
          throw new BackupFailure(`What arrived is not whole:\n  ${report.complaints.join('\n  ')}`)
        const rows = [...known.digests.values()].reduce((sum, one) => sum + one.rows, 0)
        return { tables: known.tables.length, rows, jobs: known.waiting.jobs.length, report }
      })
    } finally {
      await boss.stop({ graceful: false, close: false })
    }
  }, 'repeatable read')
}

async function readSource(source: Executor, { writeLine }: BackupPlace): Promise<Source> {
  const tables = await readTables(source)
  const digests = new Map<string, TableDigest>()
  for (const table of tables) digests.set(table.name, await digestTable(source, table))
  writeLine(`${tables.length} tables read`)
  return {
    tables,
    digests,
    sequences: await readSequences(source),
    waiting: await readWaitingJobs(source),
  }
}

/** A database of somebody else, or one with rows, is left as it is. An empty one of ours is what a broken move left. */
async function refuseFilled(to: Database, ours: readonly string[]): Promise<void> {
  const foreign = (await listTableNames(to.db)).filter((name) => !ours.includes(name))
  if (foreign.length > 0)
    throw new BackupFailure(
      `The target has tables that are not ours: ${foreign.join(', ')}. Name an empty database.`,
    )
  await refuseRows(to.db)
}

async function refuseRows(executor: Executor): Promise<void> {
  // The queue's own book-keeping is made with its tables.
  const filled = (await listFilledTables(executor)).filter(
    (name) => !name.startsWith('pgboss.') || name === 'pgboss.job',
  )
  if (filled.length > 0)
    throw new BackupFailure(`The target holds data already: ${filled.join(', ')}. Name an empty database.`)
}

/** Locks the target's tables against other writers until the end; refuses a target that has rows by now. */
async function takeTarget(target: Executor, { tables }: Source): Promise<void> {
  const names = sql.join(
    tables.map(({ name }) => sql`${sql.identifier(name)}`),
    sql`, `,
  )
  await target.execute(sql`lock table ${names} in exclusive mode`)
  await refuseRows(target)
}

async function copyTable(
  source: Executor,
  target: Executor,
  table: CatalogTable,
  { digests, writeLine }: Pick<Source, 'digests'> & Pick<BackupPlace, 'writeLine'>,
): Promise<void> {
  const expected = digests.get(table.name) ?? { rows: 0, digest: '' }
  let reported = 0
  await copyRows(source, target, table, (rows) => {
    if (rows - reported < TELL_EVERY) return
    reported = rows
    writeLine(`${table.name}: ${rows} of ${expected.rows}`)
  })
  const arrived = await digestTable(target, table)
  if (arrived.rows !== expected.rows || arrived.digest !== expected.digest) {
    throw new BackupFailure(
      `Table ${table.name} arrived with ${arrived.rows} rows of ${expected.rows}, or with other values. Nothing was moved.`,
    )
  }
  if (expected.rows > 0) writeLine(`${table.name}: ${expected.rows} rows`)
}
