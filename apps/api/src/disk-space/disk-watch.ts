import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Clock } from '@dolphin/domain/time/clock'
import type { Logger } from 'pino'
import { type ApiConfig, ConfigError, dataPaths } from '../config/config.ts'
import type { DiskWatch, FolderSpace, ReadSpace } from '../ports/disk-watch.ts'

/** As `df` counts it: what only root may still use is taken. */
export const readSpaceOfDisk: ReadSpace = async (folder) => {
  const { blocks, bfree, bavail } = await statfs(folder)
  const used = blocks - bfree
  return used + bavail === 0 ? 0 : used / (used + bavail)
}

interface NeededDeps {
  readonly config: Pick<ApiConfig, 'dataDir' | 'databaseUrl' | 'disk'>
  readonly clock: Clock
  readonly log: Logger
  readonly readSpace?: ReadSpace | undefined
}

/** A tenth of a disk lasts longer than this; asking costs little, and still not at every save. */
const KEPT_MS = 5_000

/** Longest wait for a disk: one on the network may not respond at all. */
const ANSWER_LIMIT_MS = 1_000

/**
 * Opens the watch. It asks when somebody wants to know, and not by itself.
 *
 * @throws ConfigError where a folder of the settings is not there: a mistyped one would be watched in vain.
 */
export function openDiskWatch({ config, clock, log, readSpace = readSpaceOfDisk }: NeededDeps): DiskWatch {
  const { alsoWatched, fullAt } = config.disk
  const missing = alsoWatched.filter((path) => !existsSync(path))
  if (missing.length > 0)
    throw new ConfigError(`There is no folder ${missing.join(', ')} (DISK_WATCH_PATHS).`)
  const folders = watchedFolders(config)
  let held: { readonly at: number; readonly spaces: Promise<readonly FolderSpace[]> } | undefined
  let wasFull = false
  const read = () => {
    const at = clock.now().getTime()
    // A demonstration's clock may also be set back.
    if (held === undefined || Math.abs(at - held.at) >= KEPT_MS)
      held = { at, spaces: readAll(folders, readSpace) }
    return held.spaces
  }
  return {
    read,
    async isFull() {
      const full = (await read()).some(({ usedShare }) => usedShare >= fullAt)
      if (full !== wasFull) {
        if (full) log.error('a disk is nearly full: nothing new is taken')
        else log.info('there is room on the disks again')
      }
      wasFull = full
      return full
    },
  }
}

function watchedFolders({ dataDir, databaseUrl, disk }: NeededDeps['config']): ReadonlyMap<string, string> {
  const { database, objects, bank } = dataPaths(dataDir)
  return new Map([
    ['data', dataDir],
    ...(databaseUrl === undefined ? [['database', database] as const] : []),
    ['objects', objects],
    ['bank', bank],
    ...disk.alsoWatched.map((path) => [path, path] as const),
  ])
}

async function readAll(
  folders: ReadonlyMap<string, string>,
  readSpace: ReadSpace,
): Promise<readonly FolderSpace[]> {
  const spaces = await Promise.all(
    [...folders].map(async ([folder, path]) => ({ folder, usedShare: await inTime(readSpace(path)) })),
  )
  return spaces.flatMap(({ folder, usedShare }) => (usedShare === undefined ? [] : [{ folder, usedShare }]))
}

/** Undefined for a disk that does not say: borrowers are not sent away for that. */
async function inTime(reading: Promise<number>): Promise<number | undefined> {
  let limit: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((done) => {
    limit = setTimeout(() => done(undefined), ANSWER_LIMIT_MS)
  })
  try {
    return await Promise.race([reading, tooLate])
  } catch {
    return undefined
  } finally {
    clearTimeout(limit)
  }
}
