import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase } from '@dolphin/database/driver/open'
import { readTables } from '@dolphin/database/driver/table-catalog'
import { dataPaths } from '@dolphin/api/config/config'
import { watch } from '../drill/drill-server.ts'
import { canaryEnvironment } from './canary-server.ts'
import type { Place } from './places.ts'
import type { Search } from './search.ts'

/** A lender's data on disk, once the server is gone. */
export interface LenderFolder {
  readonly dataDir: string
  readonly temporary: string
  readonly databaseUrl: string | undefined
  /** The folder of the built programs. */
  readonly built: string
}

/** The whole data folder, and what the server left in TMPDIR. */
export async function searchFolders(search: Search, { dataDir, temporary }: LenderFolder): Promise<void> {
  await search.lookBelow(dataPlace, dataDir)
  await search.lookBelow(() => 'temporary files', temporary)
}

const DATA_PLACES: Readonly<Record<string, Place>> = {
  database: 'database',
  objects: 'objects',
  bank: 'bank folder',
}

const dataPlace = (path: string): Place => DATA_PLACES[path.split('/')[0] ?? ''] ?? 'data folder'

const ROWS_AT_ONCE = 2_000

/** Every row of every table, those of the job queue too, as text. */
export async function searchRows(search: Search, { dataDir, databaseUrl }: LenderFolder): Promise<void> {
  const database = await openDatabase(
    databaseUrl === undefined ? { directory: dataPaths(dataDir).database } : { url: databaseUrl },
  )
  try {
    const names = (await readTables(database.db)).map(({ name }) => `public."${name}"`)
    const { rows: queue } = await database.executeSql(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
        where schemaname not in ('public', 'pg_catalog', 'information_schema')`,
    )
    for (const name of [...names, ...(queue as { name: string }[]).map((row) => row.name)]) {
      for (let from = 0, last = ROWS_AT_ONCE; last === ROWS_AT_ONCE; from += ROWS_AT_ONCE) {
        const { rows } = await database.executeSql(
          `select t::text as row from ${name} t order by ctid limit ${ROWS_AT_ONCE} offset ${from}`,
        )
        last = rows.length
        const text = (rows as { row: string }[]).map(({ row }) => row).join('\n')
        search.look('rows', name, Buffer.from(text))
      }
    }
  } finally {
    await database.close()
  }
}

/** Backs the lender up by the command that a lender types, and looks through what it made. */
export async function searchBackup(search: Search, place: LenderFolder, target: string): Promise<void> {
  const environment = canaryEnvironment(place)
  const args = ['--enable-source-maps', join(place.built, 'backup.js'), 'create', '--to', target]
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  watch(child)
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void printed.push(chunk))
  const code = await new Promise((done) => child.once('close', done))
  const said = Buffer.concat(printed)
  if (code !== 0) throw new Error(`no backup was made:\n${said.toString()}`)
  search.look('log', 'what the backup printed', said)
  await search.lookBelow(backupPlace, target)
}

const BACKUP_PLACES: Readonly<Record<string, Place>> = {
  database: 'backup, database',
  objects: 'backup, objects',
  bank: 'backup, bank folder',
}

const backupPlace = (path: string): Place => BACKUP_PLACES[path.split('/')[0] ?? ''] ?? 'backup, the rest'
