import { join } from 'node:path'
import { engineVersion, readsFilesOf } from '@dolphin/database/driver/embedded/data-directory'
import { dataPaths } from '../config/config.ts'
import { BackupFailure } from './backup-failure.ts'
import { type BackupPlace, type KeyNote, keysOf, noteKey, proveDataFolder } from './data-folder.ts'
import { copyFiles, makeFolders } from './folder-files.ts'
import { type Manifest, manifestComplaints, readManifest } from './manifest.ts'
import { mirrorRecordKeys } from './record-key-copy.ts'
import { fillFolder } from './unfinished-folder.ts'
import type { StoreReport } from './verify-store.ts'

interface Restored {
  readonly manifest: Manifest
  readonly report: StoreReport
  /** The key that is at hand now. */
  readonly key: KeyNote
}

/** Reads a backup and holds it against its manifest, file by file. Throws BackupFailure naming what differs. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const complaints = await manifestComplaints(folder, manifest)
  if (complaints.length === 0) return manifest
  throw new BackupFailure(`${folder} does not hold its manifest:\n  ${complaints.join('\n  ')}`)
}

interface RestoreRequest {
  readonly folder: string
  /** The newest copy of the keys of records, whichever backup is restored: what was erased since does not open. */
  readonly recordKeys: string
  readonly target: string
}

/**
 * Brings a backup back into a new data folder: checks it, copies it, applies the migrations of this release, proves
 * ledgers and documents, and only then gives the folder its name.
 */
export async function restoreBackup(
  place: BackupPlace,
  { folder, recordKeys, target }: RestoreRequest,
): Promise<Restored> {
  const manifest = await readManifest(folder)
  refuseOtherEngine(manifest)
  return await fillFolder(target, async (unfinished) => {
    place.writeLine('checking the backup against its manifest')
    await checkBackup(folder)
    const paths = manifest.files.map(({ path }) => path)
    place.writeLine(`copying ${paths.length} files`)
    await makeFolders(unfinished, manifest.folders)
    await copyFiles(folder, unfinished, paths)
    await refuseDamagedCopy(unfinished, manifest)
    await mirrorRecordKeys(recordKeys, dataPaths(unfinished).recordKeys)
    const report = await openAndProve(place, unfinished)
    const { fingerprint, place: found } = noteKey(place, unfinished)
    return {
      manifest,
      report,
      key: {
        fingerprint,
        place: found.startsWith(unfinished) ? join(target, found.slice(unfinished.length)) : found,
      },
    }
  })
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

/** The disk may have changed a byte between the check and the copy. */
async function refuseDamagedCopy(folder: string, manifest: Manifest): Promise<void> {
  const complaints = await manifestComplaints(folder, manifest)
  if (complaints.length > 0)
    throw new BackupFailure(`The copy differs from the backup:\n  ${complaints.join('\n  ')}`)
}

async function openAndProve(place: BackupPlace, folder: string): Promise<StoreReport> {
  place.writeLine('opening the database and proving it')
  const report = await proveDataFolder(place, folder, {
    migrate: true,
    keys: keysOf(place, folder),
    recordKeys: dataPaths(folder).recordKeys,
  })
  if (report.complaints.length > 0)
    throw new BackupFailure(`What came back is not whole:\n  ${report.complaints.join('\n  ')}`)
  return report
}
