import { basename, dirname, join } from 'node:path'
import { createBackup } from '../backup/create-backup.ts'
import type { BackupPlace } from '../backup/data-folder.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { BackupCrashRequest, BackupStep } from './backup-steps.ts'
import { die } from './process-tree.ts'
import { type FileOperation, watchFiles } from './watched-files.ts'

const { from, target, crashAt, sources } = JSON.parse(process.argv[2] ?? '{}') as BackupCrashRequest
const command = crashAt.startsWith('create') ? 'create' : 'restore'

/** Files that the command says it copies, and those that it has begun to. */
let announced = 0
let begun = 0

/** The step that the command is about to leave. */
function stepBefore(operation: FileOperation, path: string): BackupStep | undefined {
  if (operation === 'copyFile' && path.startsWith(`${target}.unfinished-`)) {
    begun += 1
    return begun > announced / 2 ? `${command}: half of the files` : undefined
  }
  if (operation === 'open' && basename(path).startsWith('.manifest')) return 'create: before the manifest'
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
  writeLine(line) {
    announced = Number(/^copying (\d+) files$/.exec(line)?.[1] ?? announced)
  },
}

if (command === 'create') {
  const recordKeys = join(dirname(target), 'record-keys')
  await createBackup(place, { dataDir: from, target, withKeys: false, recordKeys })
} else await restoreBackup(place, { folder: from, recordKeys: join(dirname(from), 'record-keys'), target })
