import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrateDatabase } from '@dolphin/database/migrate'
import { type Database, type DatabaseOptions, openDatabase } from '@dolphin/database/driver/open'
import { VERSION_FILE } from '@dolphin/database/driver/embedded/data-directory'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { dataPaths } from '../config/config.ts'
import { createKeyRing, type KeyRing, masterKeyFile } from '../security/keys.ts'
import { openSealed } from '../security/object-keys.ts'
import { systemRandom } from '../wall-clock.ts'
import { BackupFailure } from './backup-failure.ts'
import { proveStore, type ProvedStore } from './verify-store.ts'

/** Where the commands run. */
export interface BackupPlace {
  /** Where the build lies, with the engine's worker and the migrations beside it; undefined: the sources. */
  readonly builtFolder?: string | undefined
  readonly productVersion: string
  readonly now: () => Date
  /** MASTER_KEY of the environment. */
  readonly masterKey: Uint8Array | undefined
  readonly writeLine: (line: string) => void
}

export const migrationsOf = ({ builtFolder }: BackupPlace): string | undefined =>
  builtFolder === undefined ? undefined : join(builtFolder, 'migrations')

/** Opens a database for as long as some work takes. */
export async function onDatabase<T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The same for the embedded database of a data folder; refused where there is none, for opening would make an empty one. */
export async function onEmbedded<T>(
  { builtFolder }: BackupPlace,
  dataDir: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  refuseWithoutDatabase(dataDir)
  const worker = builtFolder === undefined ? undefined : join(builtFolder, 'pglite-worker.mjs')
  const workerUrl = worker !== undefined && existsSync(worker) ? pathToFileURL(worker) : undefined
  return await onDatabase({ directory: dataPaths(dataDir).database, workerUrl }, work)
}

/** Refuses a data folder without an embedded database. */
export function refuseWithoutDatabase(dataDir: string): void {
  if (!existsSync(join(dataPaths(dataDir).database, VERSION_FILE)))
    throw new BackupFailure(`There is no embedded database in ${dataDir} (DATA_DIR).`)
}

/** The documents of a data folder and the keys of records, which with the other keys may be in another one. */
export function storesOf(place: BackupPlace, dataDir: string, keysIn = dataDir) {
  const keyFolder = createLocalFolderStore(dataPaths(keysIn).recordKeys)
  const documents = createLocalFolderStore(dataPaths(dataDir).objects)
  return { objects: openSealed(documents, keyFolder, keysOf(place, keysIn), systemRandom), keyFolder }
}

interface Proving {
  /** Brings the database up to this release before. */
  readonly migrate: boolean
  /** The data folder whose keys open the documents. */
  readonly keysIn: string
  /** What is said above the complaints. */
  readonly heading: string
}

/** Opens the embedded database of a data folder and proves it with its documents. Throws BackupFailure where it is not whole. */
export async function proveDataFolder(
  place: BackupPlace,
  dataDir: string,
  { migrate, keysIn, heading }: Proving,
): Promise<ProvedStore> {
  place.writeLine('opening the database and proving it')
  return await onEmbedded(place, dataDir, async (database) => {
    const migrations = migrationsOf(place)
    if (migrate) await migrateDatabase(database, migrations)
    const stores = storesOf(place, dataDir, keysIn)
    return await proveStore(
      { executor: database.db, ...stores, migrations, writeLine: place.writeLine },
      heading,
    )
  })
}

/** What of a data folder a backup holds: of the database neither the lock nor what was not finished. */
const PARTS = ['database/data', `database/${VERSION_FILE}`, 'objects', 'bank', 'clock-offset.json']
const KEYS = 'keys'

/**
 * Copies what belongs into a backup. Keys only where they are asked for, and those of records never: a backup that held them would
 * keep what is erased readable (docs/decisions/record-keys.md). Unfinished files of the object store and the bank's folder,
 * which begin with a dot, are no record's. Links are followed: documents may lie on another disk.
 */
export async function copyData(from: string, to: string, withKeys: boolean): Promise<void> {
  const isWhole = (path: string) => !basename(path).startsWith('.') && path !== dataPaths(from).recordKeys
  for (const part of withKeys ? [...PARTS, KEYS] : PARTS) {
    const source = join(from, part)
    const filter = (path: string) => part.startsWith('database/') || isWhole(path)
    if (existsSync(source)) await cp(source, join(to, part), { recursive: true, dereference: true, filter })
  }
}

/** Which master key opens the fields of a data folder. */
export interface KeyNote {
  readonly place: string
  readonly fingerprint: string | null
}

const FINGERPRINT_BYTES = 4

/** Tells one key from another; says as little of it as the key's number that stands in every sealed field. */
const fingerprintOf = (key: Uint8Array): string =>
  Buffer.from(createKeyRing(key).derive('backup fingerprint').subarray(0, FINGERPRINT_BYTES)).toString('hex')

/** The key that a server on this folder would use; never makes one. */
function findKey({ masterKey }: BackupPlace, dataDir: string): { place: string; key?: Uint8Array } {
  if (masterKey !== undefined) return { place: 'MASTER_KEY', key: masterKey }
  const file = masterKeyFile(dataDir)
  if (!existsSync(file)) return { place: 'nowhere' }
  return { place: file, key: new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')) }
}

/** Which key that is, and where. */
export function noteKey(place: BackupPlace, dataDir: string): KeyNote {
  const { place: found, key } = findKey(place, dataDir)
  return { place: found, fingerprint: key === undefined ? null : fingerprintOf(key) }
}

/** The keys derived from it; undefined where there is none. */
export function keysOf(place: BackupPlace, dataDir: string): KeyRing | undefined {
  const { key } = findKey(place, dataDir)
  return key && createKeyRing(key)
}
