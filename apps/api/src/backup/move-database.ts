import { isDeepStrictEqual } from 'node:util'
import type { Executor } from '@dolphin/database/driver/executor'
import { migrateDatabase } from '@dolphin/database/migrate'
import type { Database } from '@dolphin/database/driver/open'
import { type CatalogTable, readTables } from '@dolphin/database/driver/table-catalog'
import {
  continueSequences,
  copyTable,
  digestTable,
  listUsedTables,
  writePlainly,
} from '@dolphin/database/driver/table-copy'
import { sql } from 'drizzle-orm'
import { getConstructionPlans } from 'pg-boss'
import { BackupFailure } from './backup-failure.ts'
import { type BackupPlace, migrationsOf, onDatabase, onEmbedded, storesOf } from './data-folder.ts'
import { proveStore, schemaComplaint, type ProvedStore } from './verify-store.ts'

/** What a move came to. */
export interface Moved {
  readonly tables: number
  readonly rows: number
  readonly report: ProvedStore
}

/** What is moved of the job queue; the rest is its own book-keeping. */
const QUEUE_TABLES = ['queue', 'job']

/** Every table that is moved, in the order in which it is written. */
const movedTables = async (executor: Executor): Promise<CatalogTable[]> => [
  ...(await readTables(executor)),
  ...(await readTables(executor, 'pgboss')).filter(({ name }) => QUEUE_TABLES.includes(name)),
]

/**
 * Moves an embedded database to an empty one on a PostgreSQL server: every table of the catalog and the jobs, value by value,
 * and the sequences, in one transaction there. Before it commits, each table's count and digest are held against what was
 * read, and the ledgers, audit chains and documents are proved. The source is only read.
 *
 * @throws DirectoryInUse, IncompatibleDirectory, BackupFailure where the target holds anything or something differs.
 */
export async function moveDatabase(place: BackupPlace, dataDir: string, url: string): Promise<Moved> {
  return await onEmbedded(place, dataDir, async (from) => {
    const schema = await schemaComplaint(from.db, migrationsOf(place))
    if (schema !== undefined) throw new BackupFailure(`The embedded database cannot be moved: ${schema}.`)
    return await onDatabase({ url, poolSize: 2 }, async (to) => {
      const tables = await movedTables(from.db)
      await makeTables(place, to, tables)
      return await from.transaction(
        async (source) =>
          await to.transaction(
            async (target) => await moveTables({ place, dataDir, source, target, tables }),
          ),
        'repeatable read',
      )
    })
  })
}

/** Makes the tables, empty, with those of the job queue; an empty database of ours is what a broken move left. */
async function makeTables(place: BackupPlace, to: Database, tables: readonly CatalogTable[]): Promise<void> {
  await refuseUsed(to.db, tables)
  place.writeLine('making the tables on the server')
  await migrateDatabase(to, migrationsOf(place))
  if ((await readTables(to.db, 'pgboss')).length === 0) await to.executeSql(getConstructionPlans())
  const made = await movedTables(to.db)
  const other = tables.filter((table) => !made.some((one) => isDeepStrictEqual(one, table)))
  if (other.length > 0)
    throw new BackupFailure(
      `Tables of another release: ${other.map(({ name }) => name).join(', ')}. Start this release on the folder once.`,
    )
}

/** A database of somebody else, or one with rows, is left as it is. */
async function refuseUsed(to: Executor, tables: readonly CatalogTable[]): Promise<void> {
  const used = await listUsedTables(to, tables)
  if (used.length > 0)
    throw new BackupFailure(`The target is not empty: ${used.join(', ')}. Name an empty database.`)
}

interface Move {
  readonly place: BackupPlace
  readonly dataDir: string
  readonly source: Executor
  readonly target: Executor
  readonly tables: readonly CatalogTable[]
}

async function moveTables({ place, dataDir, source, target, tables }: Move): Promise<Moved> {
  for (const executor of [source, target]) await writePlainly(executor)
  const names = tables.map(({ schema, name }) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`)
  await target.execute(sql`lock table ${sql.join(names, sql`, `)} in exclusive mode`)
  await refuseUsed(target, tables)
  let moved = 0
  for (const table of tables) {
    const read = await copyTable(source, target, table)
    if (!isDeepStrictEqual(await digestTable(target, table), read))
      throw new BackupFailure(`${table.name} arrived with other rows than the ${read.rows} that were read.`)
    if (read.rows > 0) place.writeLine(`${table.name}: ${read.rows} rows`)
    moved += read.rows
  }
  await continueSequences(source, target)
  // What is otherwise judged at the commit: every posting has its entries.
  await target.execute(sql`set constraints all immediate`)
  place.writeLine('proving what arrived')
  const migrations = migrationsOf(place)
  const report = await proveStore(
    { executor: target, ...storesOf(place, dataDir), migrations },
    'What arrived is not whole:',
  )
  return { tables: tables.length, rows: moved, report }
}
