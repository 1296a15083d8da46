/** Where a crash must leave nothing that looks whole, in the order in which the work passes them. */
export const BACKUP_STEPS = [
  'create: half of the files',
  'create: before the manifest',
  'create: before the name',
  'restore: half of the files',
  'restore: before the name',
] as const
export type BackupStep = (typeof BACKUP_STEPS)[number]

/** What a test asks of backup-process-main.ts: one command, killed as it passes a step. */
export interface BackupCrashRequest {
  readonly from: string
  readonly target: string
  readonly crashAt: BackupStep
  readonly sources: string
}
