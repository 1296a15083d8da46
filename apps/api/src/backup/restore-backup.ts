import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { engineVersion, readsFilesOf } from '@dolphin/database/driver/embedded/data-directory'
import { dataPaths } from '../config/config.ts'
import { BackupFailure } from './backup-failure.ts'
import { type BackupPlace, copyData, type KeyNote, noteKey, proveDataFolder } from './data-folder.ts'
import { checkFiles, type Manifest, readManifest } from './manifest.ts'
import { mirrorRecordKeys } from './record-key-copy.ts'
import { fillFolder } from './unfinished-folder.ts'
import type { ProvedStore } from './verify-store.ts'

interface Restored {
  readonly manifest: Manifest
  readonly report: ProvedStore
  /** The key that is at hand now. */
  readonly key: KeyNote
}

interface RestoreRequest {
  readonly folder: string
  /** The newest copy of the keys of records, whichever backup is restored: what was erased since does not open. */
  readonly recordKeys: string
  readonly target: string
}

/**
 * Brings a backup back into a new data folder: copies it, holds the copy against the manifest, applies the migrations of this
 * release, proves ledgers and documents, and only then gives the folder its name.
 *
 * @throws BackupFailure
 */
export async function restoreBackup(
  place: BackupPlace,
  { folder, recordKeys, target }: RestoreRequest,
): Promise<Restored> {
  const manifest = await readManifest(folder)
  refuseOtherEngine(manifest)
  const report = await fillFolder(target, async (unfinished) => {
    place.writeLine(`copying ${manifest.files.length} files`)
    await copyData(folder, unfinished, true)
    for (const path of manifest.folders) await mkdir(join(unfinished, path), { recursive: true })
    await checkFiles(unfinished, manifest)
    await mirrorRecordKeys(recordKeys, dataPaths(unfinished).recordKeys)
    const heading = 'What came back is not whole:'
    return await proveDataFolder(place, unfinished, { migrate: true, keysIn: unfinished, heading })
  })
  return { manifest, report, key: noteKey(place, target) }
}

function refuseOtherEngine({ engine, product }: Manifest): void {
  if (readsFilesOf(engine)) return
  throw new BackupFailure(
    `The backup was made by release ${product} with PGlite ${engine}; this release has ${engineVersion()} and cannot ` +
      'read its files. Restore it with that release, and move the data to PostgreSQL: in the folder of that release type\n' +
      '  npm run backup -- restore FOLDER --into DIR\n' +
      '  npm run backup -- move --from DIR --to postgres://user:password@host/dolphin',
  )
}
