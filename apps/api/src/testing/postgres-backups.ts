import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BASE_BACKUP = fileURLToPath(new URL('../../../../deploy/backup/base-backup.sh', import.meta.url))

interface BaseBackup {
  /** The folder of the server's own programs. */
  readonly programs: string
  /** Of a login that may replicate. */
  readonly url: string
  readonly folder: string
}

/** Runs the nightly base backup of a server, as a lender does, into a folder; answers what it printed. */
export async function takeBaseBackup({ programs, url, folder }: BaseBackup): Promise<string> {
  const PATH = `${programs}:${process.env['PATH'] ?? ''}`
  return (await run('sh', [BASE_BACKUP], { env: { PATH, BACKUP_URL: url, BACKUP_DIR: folder } })).stdout
}

interface Receiver extends BaseBackup {
  /** Its slot and the name by which commits wait for it. */
  readonly name: string
}

/** Starts what receives a server's WAL as it is written. */
export async function startReceiver({ programs, url, name, folder }: Receiver): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true })
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  const program = join(programs, 'pg_receivewal')
  const given = ['--slot', name, '-d', address.href]
  await run(program, ['--create-slot', '--if-not-exists', ...given])
  return spawn(program, ['-D', folder, '--synchronous', ...given], { stdio: 'ignore' })
}

interface Recovery {
  readonly base: string
  /** An archive, or the folder of a receiver. */
  readonly wal: string
  /** The new data directory. */
  readonly data: string
  /** A folder of the server's user, who gets what is read. */
  readonly like: string
}

/** Makes a data directory from which a server recovers to the end of the WAL (docs/guides/backup.md, Restore). */
export async function prepareRecovery({ base, wal, data, like }: Recovery): Promise<void> {
  await run('cp', ['-a', base, data])
  // The segment that was being received has that name's ending.
  await run('find', [
    wal,
    '-name',
    '*.partial',
    '-execdir',
    'sh',
    '-c',
    'cp "$1" "${1%.partial}"',
    'sh',
    '{}',
    ';',
  ])
  const settings = [
    `restore_command = 'cp ${wal}/%f %p'`,
    `archive_mode = 'off'`,
    `synchronous_standby_names = ''`,
  ]
  await appendFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(data, 'recovery.signal'), '')
  const { uid, gid } = await stat(like)
  await run('chown', ['-R', `${uid}:${gid}`, data, wal])
}
