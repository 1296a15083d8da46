import { type BackupTerminal, runBackupCommand } from '../backup/command-line.ts'

/** What a command of backups came to: its exit code, and all that it printed. */
export interface BackupRun {
  readonly code: number
  readonly said: string
}

/** Runs a command of backups over an embedded lender's data folder, in a folder to work in. */
export async function runBackup(
  { dataDir, workDir }: { readonly dataDir: string; readonly workDir: string },
  argv: readonly string[],
): Promise<BackupRun> {
  let said = ''
  const hear = (text: string): void => void (said += `${text}\n`)
  const terminal: BackupTerminal = {
    env: { DATA_DIR: dataDir },
    workDir,
    productVersion: '0.1.0',
    now: () => new Date('2026-03-04T15:00:00Z'),
    out: hear,
    error: hear,
  }
  const code = await runBackupCommand(argv, terminal)
  return { code, said }
}
