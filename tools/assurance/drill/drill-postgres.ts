import { execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '@dolphin/database/driver/open'
import { type LocalPostgres, postmasterOf, startLocalPostgres } from '@dolphin/api/testing/local-postgres'
import { childrenOf, signal } from '@dolphin/api/testing/process-tree'
import { end, watch } from './drill-server.ts'

const run = promisify(execFile)
const START_LIMIT_MS = 60_000
const POLL_MS = 50
const RECEIVER = 'dolphin_receivewal'

/** From where a restored server takes the WAL that came after the base backup. */
export type WalSource = 'archive' | 'received'

/** A private PostgreSQL server with everything that a lender runs for its backups. */
export interface DrillPostgres {
  readonly url: string
  /** A base backup of the running server. */
  backUp(): Promise<void>
  /** Kills the server with all its processes and the WAL receiver, and throws the data directory away. */
  destroy(): Promise<void>
  /** Starts a server on the base backup and all WAL that a source has; the source is only read. */
  restore(from: WalSource): Promise<{ readonly url: string; stop(): Promise<void> }>
}

async function startServer(data: string): Promise<LocalPostgres> {
  const server = await startLocalPostgres(data)
  watch(server.child)
  return server
}

/** WAL goes to an archive in whole segments, and to a receiver that every commit waits for. */
function settingsFor(archive: string): string {
  return [
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    'archive_timeout = 60',
    `synchronous_standby_names = '${RECEIVER}'`,
    'wal_keep_size = 64MB',
    '',
  ].join('\n')
}

/**
 * Starts the server below a folder: a base backup goes to `base`, whole WAL segments to `archive`, and the stream of a
 * `pg_receivewal --synchronous` to `received`.
 */
export async function startDrillPostgres(folder: string): Promise<DrillPostgres> {
  // The server's user has to get through to what belongs to it.
  chmodSync(folder, 0o755)
  const data = join(folder, 'pg')
  await end((await startServer(data)).child, 'SIGTERM')
  const { uid, gid } = statSync(data)
  const own = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, uid, gid)
    return path
  }
  const [archive, received, base] = [own('archive'), own('received'), own('base')]
  appendFileSync(join(data, 'postgresql.conf'), settingsFor(archive))
  const server = await startServer(data)
  const { url } = server
  const tools = await toolsFolder(url)
  const asOwner = { uid, gid, cwd: folder }
  await run(
    join(tools, 'pg_receivewal'),
    ['--create-slot', '--if-not-exists', '--slot', RECEIVER, '-d', url],
    asOwner,
  )
  const receiver = spawn(
    join(tools, 'pg_receivewal'),
    ['-D', received, '--slot', RECEIVER, '--synchronous', '-d', `${url}?application_name=${RECEIVER}`],
    { ...asOwner, stdio: 'ignore' },
  )
  watch(receiver)
  await untilSynchronous(url)
  return {
    url,
    async backUp() {
      await run(join(tools, 'pg_basebackup'), ['-D', base, '--checkpoint=fast', '-d', url], asOwner)
    },
    async destroy() {
      await killWhole(data)
      await end(receiver, 'SIGKILL')
      await end(server.child, 'SIGTERM')
      rmSync(data, { recursive: true })
    },
    async restore(from) {
      const restored = join(folder, `pg-from-${from}`)
      await run('cp', ['-a', base, restored])
      const segments = from === 'archive' ? archive : wholeSegments(received, own('received-whole'))
      prepareRecovery(restored, segments)
      const again = await startServer(restored)
      return { url: again.url, stop: () => end(again.child, 'SIGTERM') }
    },
  }
}

async function toolsFolder(url: string): Promise<string> {
  const database = await openDatabase({ url, poolSize: 1 })
  const { rows } = await database.executeSql(`select setting as bin from pg_config where name = 'BINDIR'`)
  await database.close()
  return (rows as { bin: string }[])[0]?.bin ?? ''
}

/** Without the receiver commits would wait for ever, and before it they would not wait at all. */
async function untilSynchronous(url: string): Promise<void> {
  const database = await openDatabase({ url, poolSize: 1 })
  const deadline = performance.now() + START_LIMIT_MS
  for (let isThere = false; !isThere; ) {
    const { rows } = await database.executeSql(`select 1 from pg_stat_replication where sync_state = 'sync'`)
    isThere = rows.length > 0
    if (!isThere && performance.now() > deadline) throw new Error('pg_receivewal did not connect')
    await wait(POLL_MS)
  }
  await database.close()
}

/** Kills the server and all that it started, as a machine does that goes dark. */
async function killWhole(data: string): Promise<void> {
  const pid = postmasterOf(data)
  const children = childrenOf(pid)
  for (const one of [pid, ...children]) signal(one, 'SIGKILL')
  const deadline = performance.now() + START_LIMIT_MS
  while ([pid, ...children].some((one) => signal(one, 0))) {
    if (performance.now() > deadline) throw new Error('the PostgreSQL server of the drill does not die')
    await wait(POLL_MS)
  }
}

/** The segment that was being received has a name of its own; for a server it is one like the others. */
function wholeSegments(received: string, whole: string): string {
  cpSync(received, whole, { recursive: true })
  for (const name of readdirSync(whole)) {
    chmodSync(join(whole, name), 0o644)
    if (name.endsWith('.partial'))
      renameSync(join(whole, name), join(whole, name.slice(0, -'.partial'.length)))
  }
  chmodSync(whole, 0o755)
  return whole
}

/** Recovers to the end of the WAL; the restored server does not archive over the old archive or wait for a standby. */
function prepareRecovery(data: string, segments: string): void {
  const settings = [
    `restore_command = 'cp ${segments}/%f %p'`,
    `archive_mode = 'off'`,
    `synchronous_standby_names = ''`,
    '',
  ]
  appendFileSync(join(data, 'postgresql.auto.conf'), settings.join('\n'))
  writeFileSync(join(data, 'recovery.signal'), '')
}
