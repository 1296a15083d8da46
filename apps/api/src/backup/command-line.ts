import { dirname, join, resolve } from 'node:path'
import { IncompatibleDirectory } from '@dolphin/database/driver/embedded/data-directory'
import { DirectoryInUse } from '@dolphin/database/driver/embedded/directory-lock'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { ObjectStoreFailure } from '@dolphin/integrations/objects/object-store'
import { type CommandProgram, type Output, runProgram } from '@dolphin/ops-cli/command-runner'
import {
  type Command,
  type CommandInput,
  type CommandResult,
  oneWord,
  textOption,
  UsageError,
} from '@dolphin/ops-cli/command'
import { type ApiConfig, ConfigError, dataPaths, readConfig } from '../config/config.ts'
import { OBJECT_STORE_SETTINGS } from '../config/object-store-settings.ts'
import { type Environment, secretFileOf } from '../config/secret-files.ts'
import { openKeyFolder, openObjects } from '../open-objects.ts'
import { openSealed } from '../security/object-keys.ts'
import { systemRandom } from '../wall-clock.ts'
import { BackupFailure } from './backup-failure.ts'
import { createBackup } from './create-backup.ts'
import { type BackupPlace, keysOf, migrationsOf, onDatabase } from './data-folder.ts'
import { checkFiles, type Manifest, readManifest } from './manifest.ts'
import { moveDatabase } from './move-database.ts'
import { restoreBackup } from './restore-backup.ts'
import { proveStore, reportLines } from './verify-store.ts'

/** Where the command line runs. */
export interface BackupTerminal extends Output, Omit<BackupPlace, 'masterKey' | 'writeLine'> {
  readonly env: Environment
  readonly workDir: string
}

/** What a command works with. */
interface Given extends Pick<BackupTerminal, 'env' | 'workDir'> {
  readonly input: CommandInput
  readonly config: ApiConfig
  readonly place: BackupPlace
  /** The data folder: of --data or of the settings. */
  readonly dataDir: string
}

function readGiven(terminal: BackupTerminal, input: CommandInput, writeLine: (line: string) => void): Given {
  const { env, workDir } = terminal
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, env[name]]))
  const databaseUrl = textOption(input, 'database')
  // Of the settings of the server only these matter here, so the others need not be in order.
  const config = readConfig(
    {
      DOLPHIN_MODE: 'development',
      ...pick(['DATA_DIR', 'MASTER_KEY', secretFileOf('MASTER_KEY')]),
      // A server's documents may lie in a bucket; those of an embedded database lie beside it.
      ...(databaseUrl !== undefined && {
        ...pick(Object.keys(OBJECT_STORE_SETTINGS)),
        DATABASE_URL: databaseUrl,
      }),
    },
    workDir,
  )
  const place = { ...terminal, masterKey: config.masterKey, writeLine }
  return {
    env,
    workDir,
    input,
    config,
    place,
    dataDir: resolve(workDir, textOption(input, 'data') ?? config.dataDir),
  }
}

/** An option that the command needs. */
function needed({ input }: Given, name: string, what: string): string {
  const value = textOption(input, name) ?? ''
  if (value === '') throw new UsageError(`Give ${what}.`)
  return value
}

/** The folder of the backup that the command is about. */
const backupOf = ({ input, workDir }: Given): string => resolve(workDir, oneWord(input, 'folder of a backup'))

/** The one place of the keys of records: beside the backups, unless said otherwise. */
const recordKeysOf = ({ input, workDir }: Given, backup: string): string =>
  resolve(workDir, textOption(input, 'record-keys') ?? join(dirname(backup), 'record-keys'))

const MEGABYTE = 1_000_000

async function create(given: Given): Promise<CommandResult> {
  const { env, workDir, input, place, dataDir } = given
  if (env['DATABASE_URL'] && textOption(input, 'data') === undefined) {
    throw new BackupFailure(
      'DATABASE_URL is set: this installation keeps its data on a PostgreSQL server, which has its own tools. ' +
        'docs/guides/backup.md says which. For an embedded database name its folder: --data DIR',
    )
  }
  const target = resolve(workDir, needed(given, 'to', 'the new folder of the backup: --to FOLDER'))
  const recordKeys = recordKeysOf(given, target)
  const withKeys = input.options['with-keys'] === true
  const made = await createBackup(place, { dataDir, target, withKeys, recordKeys })
  const { files, key, proved, mirrored } = made
  const size = Math.ceil(files.reduce((sum, file) => sum + file.size, 0) / MEGABYTE)
  return resultOf(made, [
    `Backed up to ${target}: ${files.length} files, ${size} MB, proved to open.`,
    ...reportLines({ ...proved, unopened: 0, erased: 0 }),
    `Keys of records are in ${recordKeys} (${mirrored.kept}), which every backup brings up to date: ${mirrored.removed} destroyed ones left it. ` +
      'No copy of it is kept longer.',
    keyAdvice(key),
  ])
}

const resultOf = (data: unknown, lines: readonly string[]): CommandResult => ({
  data,
  text: lines.join('\n'),
})

function keyAdvice({ included, place, fingerprint }: Manifest['key']): string {
  if (included)
    return 'The keys are IN this backup (--with-keys): every holder of it can read all names and account numbers.'
  if (fingerprint === null) return 'There was no master key: nothing is encrypted yet.'
  return (
    `The keys are not in it. The master key (${fingerprint}) is in ${place}: keep it elsewhere, ` +
    'for without it no name, SSN or account number of this backup can ever be read.'
  )
}

async function check(given: Given): Promise<CommandResult> {
  const url = textOption(given.input, 'database')
  if (url !== undefined) return await checkDatabase(url, given)
  const folder = backupOf(given)
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  const { createdAt, product, engine, files } = manifest
  const text = `Holds: ${files.length} files of ${createdAt}, release ${product}, PGlite ${engine}.`
  return { data: manifest, text }
}

async function checkDatabase(url: string, { place, config, dataDir }: Given): Promise<CommandResult> {
  return await onDatabase({ url, poolSize: 2 }, async (database) => {
    const keyFolder = await openKeyFolder(config, dataDir)
    const documents = await openObjects(config, dataDir)
    const objects = openSealed(documents, keyFolder, keysOf(place, dataDir), systemRandom)
    const { writeLine } = place
    const report = await proveStore(
      { executor: database.db, objects, keyFolder, migrations: migrationsOf(place), writeLine },
      `${database.version()} is NOT WHOLE:`,
    )
    return resultOf(report, [`${database.version()}.`, ...reportLines(report)])
  })
}

async function restore(given: Given): Promise<CommandResult> {
  const target = resolve(given.workDir, needed(given, 'into', 'the new data folder: --into DIR'))
  const folder = backupOf(given)
  const recordKeys = recordKeysOf(given, folder)
  const restored = await restoreBackup(given.place, { folder, recordKeys, target })
  return resultOf(restored.report, [
    `Restored into ${target}, as of ${restored.manifest.createdAt}.`,
    ...reportLines(restored.report),
    ...keyLines(restored, target),
    `Start it with DATA_DIR=${target}`,
  ])
}

function keyLines({ manifest, key }: Awaited<ReturnType<typeof restoreBackup>>, target: string): string[] {
  const { fingerprint, place } = manifest.key
  if (fingerprint === null) return []
  if (fingerprint === key.fingerprint)
    return [`The master key in ${key.place} is the one it was written with.`]
  return [
    `The master key (${fingerprint}) is not here: it was in ${place}. Set MASTER_KEY, or put the old keys ` +
      `folder into ${dataPaths(target).keys}, BEFORE a server is started: it would make another key.`,
  ]
}

async function move(given: Given): Promise<CommandResult> {
  const from = resolve(given.workDir, needed(given, 'from', 'the data folder: --from DIR'))
  const to = needed(
    given,
    'to',
    'the address of an empty database: --to postgres://user:password@host/dolphin',
  )
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new UsageError('--to takes an address that begins with postgres://')
  const moved = await moveDatabase(given.place, from, to)
  return resultOf(moved, [
    `Moved ${moved.rows} rows of ${moved.tables} tables, jobs among them; counts and digests agree.`,
    ...reportLines(moved.report),
    `From now on start the server with DATABASE_URL and with DATA_DIR=${from} as before: documents, keys and the ` +
      'bank’s folder stay there. The embedded database was left as it was; start no server on it again.',
  ])
}

const TEXT = { type: 'string' } as const

const running =
  (work: (given: Given) => Promise<CommandResult>): Command<BackupTerminal>['run'] =>
  async (terminal, input, tell) =>
    await work(readGiven(terminal, input, tell))

const BACKUP_PROGRAM: CommandProgram<BackupTerminal> = {
  typed: 'npm run backup',
  heading: [
    'Backups of a lender’s data, and the proof that they can be restored. docs/guides/backup.md',
    'npm run backup -- drill rehearses the loss of everything on a lender of its own and proves what came back; drill --help says more.',
  ],
  commands: [
    {
      name: 'create',
      usage: '--to FOLDER [--data DIR] [--record-keys DIR] [--with-keys]',
      help: `Backs up an embedded database with its documents, the bank's folder and the clock of a demonstration. Stop the server
  first; it is refused while one runs. The copy is opened and proved before it is called a backup. FOLDER is new or
  empty. The keys are left out, so that a backup alone opens nothing; --with-keys puts them in.
  The keys of records go to one folder for all backups, record-keys beside FOLDER: each backup removes from it what was
  destroyed, so that what is erased opens in no backup.`,
      options: { to: TEXT, data: TEXT, 'record-keys': TEXT, 'with-keys': { type: 'boolean' } },
      run: running(create),
    },
    {
      name: 'check',
      usage: 'FOLDER | --database postgres://… [--data DIR]',
      help: `Holds a backup against its manifest, file by file; or proves a database on a server, such as one just restored:
  migrations, every ledger and audit chain, every document's bytes. Exits with 1 where anything is amiss.`,
      options: { database: TEXT, data: TEXT },
      run: running(check),
    },
    {
      name: 'restore',
      usage: 'FOLDER --into DIR [--record-keys DIR]',
      help: `Brings a backup of an embedded database back into a new or empty data folder, and proves it. A backup of another
  engine's files is refused with what to do. Keys of records are those of record-keys beside FOLDER.`,
      options: { into: TEXT, 'record-keys': TEXT },
      run: running(restore),
    },
    {
      name: 'move',
      usage: '--from DIR --to postgres://user:password@host/database',
      help: `Moves an embedded database to an empty one on a PostgreSQL server, 15 or newer, in one transaction, and proves that
  everything arrived. DIR is the data folder (DATA_DIR). Stop the server first. The embedded database is only read.`,
      options: { from: TEXT, to: TEXT },
      run: running(move),
    },
  ],
  examples: {
    create: 'create --to /backups/dolphin-monday',
    check: 'check --database postgres://dolphin@db2/dolphin --data /var/lib/dolphin',
    restore: 'restore /backups/dolphin-monday --into .dolphin',
    move: 'move --from .dolphin --to postgres://dolphin:secret@localhost/dolphin',
  },
  unknownCommand: 'There is no such command.',
  refusals: [
    BackupFailure,
    DirectoryInUse,
    IncompatibleDirectory,
    ConfigError,
    DatabaseFailure,
    ObjectStoreFailure,
  ],
}

/** Runs one command line and answers its exit code: 0 done, 1 refused or not whole, 2 wrong usage. */
export async function runBackupCommand(argv: readonly string[], terminal: BackupTerminal): Promise<number> {
  return await runProgram(BACKUP_PROGRAM, argv, terminal, terminal)
}
