import { createBackup } from '../backup/create-backup.ts'
import type { BackupPlace, BackupStep } from '../backup/data-folder.ts'
import { restoreBackup } from '../backup/restore-backup.ts'

/** What a test asks of this program: one command, killed as it passes a step. */
export interface BackupKillRequest {
  readonly from: string
  readonly target: string
  readonly killAt: BackupStep
  readonly sources: string
}

const { from, target, killAt, sources } = JSON.parse(process.argv[2] ?? '{}') as BackupKillRequest

const place: BackupPlace = {
  builtFolder: sources,
  productVersion: '0.0.0',
  now: () => new Date(0),
  masterKey: undefined,
  tell: () => undefined,
  mark(step) {
    if (step !== killAt) return
    // As a power cut: nothing is closed. The wait keeps this thread from another step.
    process.kill(process.pid, 'SIGKILL')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}

if (killAt.startsWith('create')) await createBackup(place, { dataDir: from, target, withKeys: false })
else await restoreBackup(place, from, target)
