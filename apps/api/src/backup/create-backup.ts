import { relative, resolve } from 'node:path'
import { engineVersion, checkVersion } from '@dolphin/database/driver/embedded/data-directory'
import { lockDirectory } from '@dolphin/database/driver/embedded/directory-lock'
import { dataPaths } from '../config/config.ts'
import { BackupFailure } from './backup-failure.ts'
import { type BackupPlace, copyData, noteKey, proveDataFolder, refuseWithoutDatabase } from './data-folder.ts'
import { describeFile, emptyFoldersBelow, filesBelow } from './folder-files.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { type MirroredKeys, mirrorRecordKeys } from './record-key-copy.ts'
import { fillFolder } from './unfinished-folder.ts'

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
): Promise<Omit<Manifest, 'format'> & { readonly mirrored: MirroredKeys }> {
  refuseWithoutDatabase(dataDir)
  refuseInside(dataDir, target)
  checkVersion(dataPaths(dataDir).database)
  return await fillFolder(target, async (folder) => {
    place.writeLine('copying')
    const unlock = await lockDirectory(dataPaths(dataDir).database)
    await copyData(dataDir, folder, withKeys).finally(unlock)
    const { migrations, unopened, erased, ...proved } = await proveDataFolder(place, folder, {
      migrate: false,
      keysIn: dataDir,
      heading:
        'What was copied is not whole, so no backup was made. Is the database of an older release, start this release on it ' +
        'once; of a newer one, use that release.',
    })
    if (erased > 0) throw new BackupFailure(keysAreMissing(erased))
    if (unopened > 0) place.writeLine(`${unopened} documents are sealed with a master key that is not here`)
    const mirrored = await mirrorRecordKeys(dataPaths(dataDir).recordKeys, recordKeys)
    const files = []
    for (const path of await filesBelow(folder)) files.push(await describeFile(folder, path))
    const manifest = {
      product: place.productVersion,
      createdAt: place.now().toISOString(),
      engine: engineVersion(),
      migrations,
      key: { included: withKeys, ...noteKey(place, dataDir) },
      proved,
      folders: await emptyFoldersBelow(folder),
      files,
    }
    await writeManifest(folder, manifest)
    return { ...manifest, mirrored }
  })
}

/** Keys go with what they seal, so in a database that serves none is missing. */
const keysAreMissing = (values: number): string =>
  `${values} values have no key in DATA_DIR/keys/records. Is the database restored, first erase again what was erased since ` +
  '(npm run ops -- erasures replay FILE); are keys lost, bring them back from the copy beside the last backup.'

/** A backup among the things that are backed up would hold itself the next time. */
function refuseInside(dataDir: string, target: string): void {
  const { database, objects, bank, keys } = dataPaths(dataDir)
  for (const part of [database, objects, bank, keys]) {
    const way = relative(resolve(part), resolve(target))
    if (way === '' || !way.startsWith('..')) throw new BackupFailure(`${target} lies inside of ${part}.`)
  }
}
