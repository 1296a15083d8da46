import { dirname, join } from 'node:path'
import { createBackup } from '../backup/create-backup.ts'
import type { BackupPlace, BackupStep } from '../backup/data-folder.ts'
import { restoreBackup } from '../backup/restore-backup.ts'

/** What a test asks of this program: one command, killed as it passes a step. */
export interface BackupCrashRequest {
  readonly from: string
  readonly target: string
  readonly crashAt: BackupStep
  readonly sources: string
}

const { from, target, crashAt, sources } = JSON.parse(process.argv[2] ?? '{}') as BackupCrashRequest

const place: BackupPlace = {
  builtFolder: sources,
  productVersion: '0.0.0',
  now: () => new Date(0),
  masterKey: undefined,
  writeLine: () => undefined,
  faultPoint(step) {
    if (step !== crashAt) return
    // As a power cut: nothing is closed. The wait keeps this thread from another step.
    process.kill(process.pid, 'SIGKILL')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}

if (crashAt.startsWith('create')) {
  const recordKeys = join(dirname(target), 'record-keys')
  await createBackup(place, { dataDir: from, target, withKeys: false, recordKeys })
} else await restoreBackup(place, { folder: from, recordKeys: join(dirname(from), 'record-keys'), target })
