import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrateDatabase } from '@dolphin/database/migrate'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { VERSION_FILE } from '@dolphin/database/driver/embedded/data-directory'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { dataPaths } from '../config/config.ts'
import { createKeyRing, type KeyRing, masterKeyFile } from '../security/keys.ts'
import { BackupFailure } from './backup-failure.ts'
import { emptyFoldersBelow, filesBelow } from './folder-files.ts'
import { openSealed } from '../security/object-keys.ts'
import { systemRandom } from '../wall-clock.ts'
import { verifyStore, type StoreReport } from './verify-store.ts'

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

/** What is beside the database and not a key: documents, the bank's folder, a demonstration's clock. */
const DATABASE = 'database'
const FOLDERS = ['objects', 'bank'] as const
const CLOCK = 'clock-offset.json'
const KEYS = 'keys'

export const migrationsOf = ({ builtFolder }: BackupPlace): string | undefined =>
  builtFolder === undefined ? undefined : join(builtFolder, 'migrations')

function workerOf({ builtFolder }: BackupPlace): URL | undefined {
  const worker = builtFolder === undefined ? undefined : join(builtFolder, 'pglite-worker.mjs')
  return worker !== undefined && existsSync(worker) ? pathToFileURL(worker) : undefined
}

/** Refuses a data folder without an embedded database: opening it would make an empty one. */
export function refuseWithoutDatabase(dataDir: string): void {
  if (!existsSync(join(dataPaths(dataDir).database, VERSION_FILE)))
    throw new BackupFailure(`There is no embedded database in ${dataDir} (DATA_DIR).`)
}

export async function openEmbedded(place: BackupPlace, dataDir: string): Promise<Database> {
  return await openDatabase({ directory: dataPaths(dataDir).database, workerUrl: workerOf(place) })
}

interface Proving {
  readonly migrate: boolean
  readonly keys: KeyRing | undefined
  /** The folder in which the keys of records and objects lie. */
  readonly recordKeys: string
}

/**
 * Opens the embedded database of a data folder, proves it with its documents, and closes it again; `migrate` brings it
 * up to this release before. Documents are opened by the keys.
 */
export async function proveDataFolder(
  place: BackupPlace,
  dataDir: string,
  { migrate, keys, recordKeys }: Proving,
): Promise<StoreReport> {
  const database = await openEmbedded(place, dataDir)
  try {
    if (migrate) await migrateDatabase(database, migrationsOf(place))
    const keyFolder = createLocalFolderStore(recordKeys)
    return await verifyStore({
      executor: database.db,
      objects: openSealed(createLocalFolderStore(dataPaths(dataDir).objects), keyFolder, keys, systemRandom),
      keyFolder,
      migrations: migrationsOf(place),
      writeLine: place.writeLine,
    })
  } finally {
    await database.close()
  }
}

/**
 * Files of a data folder that belong into a backup, by their paths. Keys only where they are asked for, and those of records
 * never: a backup that held them would keep what is erased readable. docs/decisions/record-keys.md
 */
export async function listDataFiles(dataDir: string, withKeys: boolean): Promise<string[]> {
  const below = async (folder: string): Promise<string[]> =>
    (await filesBelow(join(dataDir, folder))).map((path) => `${folder}/${path}`)
  const parts = [`${DATABASE}/data`, ...FOLDERS, ...(withKeys ? [KEYS] : [])]
  const files = (await Promise.all(parts.map(below))).flat()
  // Skip unfinished files of the object store and the bank's folder, which begin with a dot: no record owns them.
  const whole = files.filter(
    (path) =>
      path.startsWith(`${DATABASE}/`) || !(path.includes('/.') || path.startsWith(`${KEYS}/records/`)),
  )
  return [`${DATABASE}/${VERSION_FILE}`, ...whole, ...(existsSync(join(dataDir, CLOCK)) ? [CLOCK] : [])]
}

/** Folders that hold nothing: the engine has some and does not start without them. */
export const listDataFolders = async (dataDir: string): Promise<string[]> =>
  (await emptyFoldersBelow(join(dataDir, DATABASE, 'data'))).map((path) => `${DATABASE}/data/${path}`)

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
export function noteKey({ masterKey }: BackupPlace, dataDir: string): KeyNote {
  if (masterKey !== undefined) return { place: 'MASTER_KEY', fingerprint: fingerprintOf(masterKey) }
  const key = keyInFolder(dataDir)
  if (key === undefined) return { place: 'nowhere', fingerprint: null }
  return { place: masterKeyFile(dataDir), fingerprint: fingerprintOf(key) }
}

/** The keys that a server on this folder would use; undefined where there are none. */
export function keysOf({ masterKey }: BackupPlace, dataDir: string): KeyRing | undefined {
  const key = masterKey ?? keyInFolder(dataDir)
  return key && createKeyRing(key)
}

function keyInFolder(dataDir: string): Uint8Array | undefined {
  const file = masterKeyFile(dataDir)
  if (!existsSync(file)) return undefined
  return new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))
}
