import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { IncompatibleDirectory } from '@dolphin/database/driver/embedded/data-directory'
import { DirectoryInUse } from '@dolphin/database/driver/embedded/directory-lock'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { openDatabase } from '@dolphin/database/driver/open'
import { ObjectStoreFailure } from '@dolphin/integrations/objects/object-store'
import { type ApiConfig, ConfigError, dataPaths, readConfig } from '../config/config.ts'
import { BackupFailure } from './backup-failure.ts'
import { createBackup } from './create-backup.ts'
import { type BackupPlace, keysOf, migrationsOf } from './data-folder.ts'
import { HELP, type BackupCommand, isBackupCommand, OVERVIEW } from './help.ts'
import { OBJECT_STORE_SETTINGS } from '../config/object-store-settings.ts'
import { secretFileOf } from '../config/secret-files.ts'
import { openKeyFolder, openObjects } from '../open-objects.ts'
import { openSealed } from '../security/object-keys.ts'
import { systemRandom } from '../wall-clock.ts'
import { moveDatabase } from './move-database.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { reportLines, verifyStore } from './verify-store.ts'

/** Where the command line runs. */
export interface BackupTerminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workDir: string
  readonly builtFolder?: string | undefined
  readonly productVersion: string
  readonly now: () => Date
  /** Whole lines to the user. */
  out(text: string): void
  error(text: string): void
}

/** Exit codes: done, refused or not whole, wrong command line. */
const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

class UsageError extends Error {
  override readonly name = 'UsageError'
}

const OPTIONS = {
  to: { type: 'string' },
  into: { type: 'string' },
  from: { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  'record-keys': { type: 'string' },
  'with-keys': { type: 'boolean', default: false },
} as const

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

interface Given {
  readonly words: readonly string[]
  readonly options: Options
  readonly config: ApiConfig
  readonly place: BackupPlace
  readonly terminal: BackupTerminal
}

/** Runs one command line and answers its exit code. */
export async function runBackupCommand(argv: readonly string[], terminal: BackupTerminal): Promise<number> {
  const [name = ''] = argv
  if (argv.includes('--help') || argv.includes('-h') || argv.length === 0) {
    terminal.out(isBackupCommand(name) ? HELP[name] : OVERVIEW)
    return DONE
  }
  if (!isBackupCommand(name)) {
    terminal.error(`There is no command "${name}".\n\n${OVERVIEW}`)
    return WRONG_USAGE
  }
  try {
    await COMMANDS[name](readGiven(argv.slice(1), terminal))
    return DONE
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message}\n\n${HELP[name]}`)
      return WRONG_USAGE
    }
    if (!isForPeople(error)) throw error
    terminal.error(error.message)
    return REFUSED
  }
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof BackupFailure ||
  error instanceof DirectoryInUse ||
  error instanceof IncompatibleDirectory ||
  error instanceof ConfigError ||
  error instanceof DatabaseFailure ||
  error instanceof ObjectStoreFailure

function readGiven(args: readonly string[], terminal: BackupTerminal): Given {
  const { env, workDir, builtFolder, productVersion, now } = terminal
  const { values: options, positionals: words } = parse(args)
  // Of the settings of the server only these matter here, so the others need not be in order.
  const config = readConfig(
    {
      DOLPHIN_MODE: 'development',
      ...pick(env, ['DATA_DIR', 'MASTER_KEY', secretFileOf('MASTER_KEY')]),
      // A server's documents may lie in a bucket; those of an embedded database lie beside it.
      ...(options.database === undefined
        ? {}
        : { ...pick(env, Object.keys(OBJECT_STORE_SETTINGS)), DATABASE_URL: options.database }),
    },
    workDir,
  )
  const writeLine = (line: string): void => terminal.error(line)
  const place = { builtFolder, productVersion, now, masterKey: config.masterKey, writeLine }
  return { words, options, config, place, terminal }
}

const pick = (env: BackupTerminal['env'], names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, env[name]]))

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'These options are not understood.')
  }
}

const COMMANDS: Readonly<Record<BackupCommand, (given: Given) => Promise<void>>> = {
  create: runCreate,
  check: runCheck,
  restore: runRestore,
  move: runMove,
}

const inWorkDir = ({ terminal }: Given, path: string): string => resolve(terminal.workDir, path)

const dataDirOf = (given: Given): string =>
  given.options.data === undefined ? given.config.dataDir : inWorkDir(given, given.options.data)

function needed(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`Give ${what}.`)
  return value
}

function oneFolder(given: Given): string {
  const [folder, ...more] = given.words
  if (more.length > 0) throw new UsageError('Give one folder.')
  return inWorkDir(given, needed(folder, 'the folder of the backup'))
}

async function runCreate(given: Given): Promise<void> {
  const { place, options, terminal } = given
  if (terminal.env['DATABASE_URL'] && options.data === undefined) {
    throw new BackupFailure(
      'DATABASE_URL is set: this installation keeps its data on a PostgreSQL server, which has its own tools. ' +
        'docs/guides/backup.md says which. For an embedded database name its folder: --data DIR',
    )
  }
  const target = inWorkDir(given, needed(options.to, 'the new folder of the backup: --to FOLDER'))
  const withKeys = options['with-keys']
  const recordKeys = recordKeysOf(given, target)
  const { files, key, proved, mirrored } = await createBackup(place, {
    dataDir: dataDirOf(given),
    target,
    withKeys,
    recordKeys,
  })
  const size = files.reduce((sum, file) => sum + file.size, 0)
  terminal.out(`Backed up to ${target}: ${files.length} files, ${megabytes(size)} MB, proved to open.`)
  for (const line of reportLines({ ...proved, migrations: 0, unopened: 0, erased: 0, complaints: [] }))
    terminal.out(line)
  terminal.out(
    `Keys of records are in ${recordKeys} (${mirrored.kept}), which every backup brings up to date: ${mirrored.removed} destroyed ones left it. ` +
      'No copy of it is kept longer.',
  )
  terminal.out(keyAdvice(key))
}

/** The one place of the keys of records: beside the backups, unless said otherwise. */
const recordKeysOf = (given: Given, backup: string): string => {
  const { 'record-keys': named } = given.options
  return named === undefined ? join(dirname(backup), 'record-keys') : inWorkDir(given, named)
}

const megabytes = (bytes: number): string => String(Math.ceil(bytes / 1_000_000))

function keyAdvice({
  included,
  place,
  fingerprint,
}: {
  included: boolean
  place: string
  fingerprint: string | null
}) {
  if (included)
    return 'The keys are IN this backup (--with-keys): every holder of it can read all names and account numbers.'
  if (fingerprint === null) return 'There was no master key: nothing is encrypted yet.'
  return (
    `The keys are not in it. The master key (${fingerprint}) is in ${place}: keep it elsewhere, ` +
    'for without it no name, SSN or account number of this backup can ever be read.'
  )
}

async function runCheck(given: Given): Promise<void> {
  const { options, terminal, place, config } = given
  if (options.database === undefined) {
    const { createdAt, product, engine, files } = await checkBackup(oneFolder(given))
    terminal.out(`Holds: ${files.length} files of ${createdAt}, release ${product}, PGlite ${engine}.`)
    return
  }
  const database = await openDatabase({ url: options.database, poolSize: 2 })
  try {
    const dataDir = dataDirOf(given)
    const keyFolder = await openKeyFolder(config, dataDir)
    const objects = openSealed(
      await openObjects(config, dataDir),
      keyFolder,
      keysOf(place, dataDir),
      systemRandom,
    )
    const report = await verifyStore({
      executor: database.db,
      objects,
      keyFolder,
      migrations: migrationsOf(place),
      writeLine: place.writeLine,
    })
    if (report.complaints.length > 0) throw new BackupFailure(reportLines(report).join('\n'))
    terminal.out(`${database.version()}. ${reportLines(report).join('\n')}`)
  } finally {
    await database.close()
  }
}

async function runRestore(given: Given): Promise<void> {
  const { place, options, terminal } = given
  const target = inWorkDir(given, needed(options.into, 'the new data folder: --into DIR'))
  const folder = oneFolder(given)
  const recordKeys = recordKeysOf(given, folder)
  const { manifest, report, key } = await restoreBackup(place, { folder, recordKeys, target })
  terminal.out(`Restored into ${target}, as of ${manifest.createdAt}.`)
  for (const line of reportLines(report)) terminal.out(line)
  const wanted = manifest.key.fingerprint
  if (wanted === null || wanted === key.fingerprint) {
    if (wanted !== null) terminal.out(`The master key in ${key.place} is the one it was written with.`)
  } else {
    terminal.out(
      `The master key (${wanted}) is not here: it was in ${manifest.key.place}. Set MASTER_KEY, or put the old keys ` +
        `folder into ${dataPaths(target).keys}, BEFORE a server is started: it would make another key.`,
    )
  }
  terminal.out(`Start it with DATA_DIR=${target}`)
}

async function runMove(given: Given): Promise<void> {
  const { place, options, terminal } = given
  const from = inWorkDir(given, needed(options.from, 'the data folder: --from DIR'))
  const to = needed(
    options.to,
    'the address of an empty database: --to postgres://user:password@host/dolphin',
  )
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new UsageError('--to takes an address that begins with postgres://')
  const { tables, rows, jobs, report } = await moveDatabase(place, from, to)
  terminal.out(`Moved ${rows} rows of ${tables} tables and ${jobs} waiting jobs; counts and digests agree.`)
  for (const line of reportLines(report)) terminal.out(line)
  terminal.out(
    `From now on start the server with DATABASE_URL and with DATA_DIR=${from} as before: documents, keys and the ` +
      'bank’s folder stay there. The embedded database was left as it was; start no server on it again.',
  )
}
