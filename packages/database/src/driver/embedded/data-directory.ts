import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedEngine } from './embedded-engine.ts'

/** The directory was written by an engine whose files this one cannot read. */
export class IncompatibleDirectory extends Error {
  override readonly name = 'IncompatibleDirectory'

  constructor(directory: string, found: string, needed: string) {
    super(
      `The embedded database in ${directory} was written by PGlite ${found}; this release needs ${needed}. ` +
        'Move the data to PostgreSQL with the release that wrote it: in the folder of that release type\n' +
        `  npm run backup -- move --from ${dirname(directory)} --to postgres://user:password@host/dolphin\n` +
        'and start this one with that address in DATABASE_URL; or choose an empty folder (DATA_DIR). docs/guides/backup.md',
    )
  }
}

const UNKNOWN = 'unknown'

/** PGlite's directory format changes with its minor version while it is 0.x. */
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.')

/** Version of the installed engine, such as "0.5.16". */
export function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = JSON.parse(readFileSync(join(entry, '..', '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return manifest.version
}

/** Where in a directory the engine's own files lie; its siblings are the lock and the version. */
export const engineFolder = (directory: string): string => join(directory, 'data')

export const VERSION_FILE = 'version.json'

const versionFile = (directory: string): string => join(directory, VERSION_FILE)

/** Whether this engine reads what another version of it wrote. */
export const readsFilesOf = (version: string): boolean =>
  version !== UNKNOWN && minorOf(version) === minorOf(engineVersion())

/** Refuses a directory whose files this engine cannot read. Throws IncompatibleDirectory. */
export function checkVersion(directory: string): void {
  const found = existsSync(versionFile(directory))
    ? (JSON.parse(readFileSync(versionFile(directory), 'utf8')) as { pglite: string }).pglite
    : UNKNOWN
  if (!readsFilesOf(found)) throw new IncompatibleDirectory(directory, found, engineVersion())
}

/** What a half-finished creation leaves behind; it never became "data" and holds nothing. */
async function clearUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith('data.new')) await rm(join(directory, name), { recursive: true })
  }
}

async function create(directory: string, workerUrl: URL, template: string | undefined): Promise<void> {
  const unfinished = `${engineFolder(directory)}.new`
  await clearUnfinished(directory)
  if (template === undefined) {
    const engine = await EmbeddedEngine.start(workerUrl, unfinished)
    await engine.close()
  } else {
    checkVersion(template)
    await cp(engineFolder(template), unfinished, { recursive: true })
  }
  await writeFile(versionFile(directory), `${JSON.stringify({ pglite: engineVersion() })}\n`)
  await rename(unfinished, engineFolder(directory))
}

/**
 * Makes a directory ready to open: checks the version of an existing one, creates a missing one in full or not
 * at all (from a closed template directory if given, which takes a fraction of the time). The caller holds the
 * directory's lock.
 */
export async function prepareDirectory(
  directory: string,
  workerUrl: URL,
  template: string | undefined,
): Promise<void> {
  await mkdir(directory, { recursive: true })
  if (existsSync(engineFolder(directory))) checkVersion(directory)
  else await create(directory, workerUrl, template)
}
