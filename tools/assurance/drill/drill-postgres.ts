import { appendFileSync, chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@dolphin/database/driver/open'
import {
  type LocalPostgres,
  postgresProgram,
  postmasterOf,
  startLocalPostgres,
} from '@dolphin/api/testing/local-postgres'
import { prepareRecovery, startReceiver, takeBaseBackup } from '@dolphin/api/testing/postgres-backups'
import { childrenOf, signal } from '@dolphin/api/testing/process-tree'
import { end, watch } from './drill-server.ts'

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
  /** Starts a server on the base backup and all WAL that a source has. */
  restore(from: WalSource): Promise<{ readonly url: string; stop(): Promise<void> }>
}

async function startServer(data: string): Promise<LocalPostgres> {
  const server = await startLocalPostgres(data)
  watch(server.child)
  return server
}

/** WAL goes to an archive in whole segments, and to a receiver that every commit waits for. */
const settingsFor = (archive: string): string => `
archive_mode = on
archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'
archive_timeout = 60
synchronous_standby_names = '${RECEIVER}'
wal_keep_size = 64MB
`

/**
 * Starts the server below a folder: base backups go to `base`, whole WAL segments to `archive`, and the stream of a
 * `pg_receivewal --synchronous` to `received`.
 */
export async function startDrillPostgres(folder: string): Promise<DrillPostgres> {
  // The server's user has to get through to what belongs to it.
  chmodSync(folder, 0o755)
  const inFolder = (name: string) => join(folder, name)
  const [data, base, archive] = [inFolder('pg'), inFolder('base'), inFolder('archive')]
  await end((await startServer(data)).child, 'SIGTERM')
  const { uid, gid } = statSync(data)
  mkdirSync(archive)
  chownSync(archive, uid, gid)
  appendFileSync(join(data, 'postgresql.conf'), settingsFor(archive))
  const server = await startServer(data)
  const { url } = server
  const programs = dirname(await postgresProgram(url, 'pg_receivewal'))
  const receiver = await startReceiver({ programs, url, name: RECEIVER, folder: inFolder('received') })
  watch(receiver)
  await untilSynchronous(url)
  return {
    url,
    async backUp() {
      await takeBaseBackup({ programs, url, folder: base })
    },
    async destroy() {
      await killWhole(data)
      await end(receiver, 'SIGKILL')
      await end(server.child, 'SIGTERM')
      rmSync(data, { recursive: true })
    },
    async restore(from) {
      const restored = inFolder(`pg-from-${from}`)
      const [name = ''] = readdirSync(base)
      await prepareRecovery({ base: join(base, name), wal: inFolder(from), data: restored, like: archive })
      const again = await startServer(restored)
      return { url: again.url, stop: () => end(again.child, 'SIGTERM') }
    },
  }
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
