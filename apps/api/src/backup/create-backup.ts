import { relative, resolve } from 'node:path'
import { engineVersion, checkVersion } from '@dolphin/database/driver/embedded/data-directory'
import { lockDirectory } from '@dolphin/database/driver/embedded/directory-lock'
import { dataPaths } from '../config/config.ts'
import { BackupFailure } from './backup-failure.ts'
import {
  type BackupPlace,
  keysOf,
  listDataFiles,
  listDataFolders,
  noteKey,
  proveDataFolder,
  refuseWithoutDatabase,
} from './data-folder.ts'
import { copyFiles, describeFile, makeFolders } from './folder-files.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { type MirroredKeys, mirrorRecordKeys } from './record-key-copy.ts'
import { fillFolder } from './unfinished-folder.ts'
import type { StoreReport } from './verify-store.ts'

interface CreateRequest {
  readonly dataDir: string
  readonly target: string
  readonly withKeys: boolean
  /** The one copy of the keys of records, for all backups. */
  readonly recordKeys: string
}

/**
 * Backs up a data folder with its embedded database while no server runs on it: copies under the directory's lock,
 * opens the copy and proves it, brings the copy of the keys of records up to date, and only then writes the manifest and
 * gives the folder its name. The other keys stay where they are unless asked for.
 *
 * @throws DirectoryInUse naming the process that has the database open, IncompatibleDirectory, BackupFailure.
 */
export async function createBackup(
  place: BackupPlace,
  { dataDir, target, withKeys, recordKeys }: CreateRequest,
): Promise<Manifest & { readonly mirrored: MirroredKeys }> {
  refuseWithoutDatabase(dataDir)
  refuseInside(dataDir, target)
  checkVersion(dataPaths(dataDir).database)
  const key = noteKey(place, dataDir)
  return await fillFolder(target, async (folder) => {
    await copyLocked(place, dataDir, folder, withKeys)
    const { migrations, unopened, erased, ...proved } = await proveCopy(place, dataDir, folder)
    if (erased > 0) throw new BackupFailure(keysAreMissing(erased))
    const mirrored = await mirrorRecordKeys(dataPaths(dataDir).recordKeys, recordKeys)
    if (unopened > 0) place.writeLine(`${unopened} documents are sealed with a master key that is not here`)
    const paths = await listDataFiles(folder, withKeys)
    const files = []
    for (const path of paths) files.push(await describeFile(folder, path))
    const manifest = {
      product: place.productVersion,
      createdAt: place.now().toISOString(),
      engine: engineVersion(),
      migrations,
      key: { included: withKeys, ...key },
      proved,
      folders: await listDataFolders(folder),
      files,
    }
    await writeManifest(folder, manifest)
    return { format: 1, ...manifest, mirrored }
  })
}

/** Keys go with what they seal, so in a database that serves none is missing. */
const keysAreMissing = (values: number): string =>
  `${values} values have no key in DATA_DIR/keys/records. Is the database restored, first erase again what was erased since ` +
  '(npm run ops -- erasures replay FILE); are keys lost, bring them back from the copy beside the last backup.'

/** A backup among the things that are backed up would hold itself the next time. */
function refuseInside(dataDir: string, target: string): void {
  const paths = dataPaths(dataDir)
  for (const part of [paths.database, paths.objects, paths.bank, paths.keys]) {
    const way = relative(resolve(part), resolve(target))
    if (way === '' || !way.startsWith('..')) throw new BackupFailure(`${target} lies inside of ${part}.`)
  }
}

async function copyLocked(
  { writeLine }: BackupPlace,
  dataDir: string,
  folder: string,
  withKeys: boolean,
): Promise<void> {
  const unlock = await lockDirectory(dataPaths(dataDir).database)
  try {
    const paths = await listDataFiles(dataDir, withKeys)
    writeLine(`copying ${paths.length} files`)
    await makeFolders(folder, await listDataFolders(dataDir))
    await copyFiles(dataDir, folder, paths)
  } finally {
    unlock()
  }
}

/** Opens and verifies the copy at once: one that does not open or is incomplete is no backup. */
async function proveCopy(
  place: BackupPlace,
  dataDir: string,
  folder: string,
): Promise<Omit<StoreReport, 'complaints'>> {
  place.writeLine('opening the copy and proving it')
  const { complaints, ...report } = await proveDataFolder(place, folder, {
    migrate: false,
    keys: keysOf(place, dataDir),
    recordKeys: dataPaths(dataDir).recordKeys,
  })
  if (complaints.length > 0) {
    throw new BackupFailure(
      `What was copied is not whole, so no backup was made:\n  ${complaints.join('\n  ')}\n` +
        'Is the database of an older release, start this release on it once; of a newer one, use that release.',
    )
  }
  return report
}
