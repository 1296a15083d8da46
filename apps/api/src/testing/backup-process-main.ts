import { basename, dirname, join } from 'node:path'
import { createBackup } from '../backup/create-backup.ts'
import type { BackupPlace } from '../backup/data-folder.ts'
import { MANIFEST_FILE } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { BackupCrashRequest, BackupStep } from './backup-steps.ts'
import { die } from './process-tree.ts'
import { type FileOperation, watchFiles } from './watched-files.ts'

const { from, target, crashAt, sources } = JSON.parse(process.argv[2] ?? '{}') as BackupCrashRequest
const command = crashAt.startsWith('create') ? 'create' : 'restore'

/** The step that the command is about to leave: the database is copied before the documents are. */
function stepBefore(operation: FileOperation, path: string): BackupStep | undefined {
  if (operation === 'cp' && path.startsWith(target) && basename(path) === 'objects')
    return `${command}: half of the files`
  if (operation === 'writeFile' && basename(path) === MANIFEST_FILE) return 'create: before the manifest'
  return operation === 'rename' && path === target ? `${command}: before the name` : undefined
}

watchFiles('backup', (operation, path) => {
  if (stepBefore(operation, path) === crashAt) die()
})

const place: BackupPlace = {
  builtFolder: sources,
  productVersion: '0.0.0',
  now: () => new Date(0),
  masterKey: undefined,
  writeLine: () => undefined,
}

if (command === 'create') {
  const recordKeys = join(dirname(target), 'record-keys')
  await createBackup(place, { dataDir: from, target, withKeys: false, recordKeys })
} else await restoreBackup(place, { folder: from, recordKeys: join(dirname(from), 'record-keys'), target })
