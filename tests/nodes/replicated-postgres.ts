import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type LocalPostgres,
  postgresProgram,
  postmasterOf,
  startLocalPostgres,
  stopLocalPostgres,
} from '@dolphin/api/testing/local-postgres'
import { childrenOf, signal } from '@dolphin/api/testing/process-tree'
import pg from 'pg'

const run = promisify(execFile)
const LIMIT_MS = 30_000
const POLL_MS = 50

/** A primary and its synchronous standby, two servers of this machine. */
export interface ReplicatedPostgres {
  readonly primary: string
  readonly standby: string
  /** The address of a database that names both servers, the old primary first. */
  urlOf(name: string): string
  /** Rows of one server, whichever it is. */
  rowsAt<Row extends pg.QueryResultRow>(url: string, query: string): Promise<readonly Row[]>
  /** As a lost machine: every process of the primary is gone at once. */
  losePrimary(): void
  /** Makes the standby the primary, by the steps of docs/guides/postgresql.md. */
  promoteStandby(): Promise<void>
  /** Starts the old primary on its old address, as it was when it was lost. */
  bringBackOldPrimary(): Promise<void>
  stop(): Promise<void>
}

export const databaseAt = (server: string, name: string): string => server.replace(/\/\w+$/, `/${name}`)

async function rowsAt<Row extends pg.QueryResultRow>(url: string, query: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`not within ${LIMIT_MS / 1_000} s: ${what}`)
    await wait(POLL_MS)
  }
}

/** Starts both, in the order of docs/guides/postgresql.md: commits wait for the standby once it follows, not before. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-replicated-'))
  chmodSync(folder, 0o755)
  const [old, copy] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await startLocalPostgres(old)
  const standby = await addStandby(primary.url, old, copy)
  const { hostname, port, username } = new URL(primary.url)
  const other = new URL(standby.url)
  let returned: ChildProcess | undefined
  return {
    primary: primary.url,
    standby: standby.url,
    urlOf: (name) =>
      `postgres://${username}@${hostname}:${port},${other.hostname}:${other.port}/${name}?target_session_attrs=read-write`,
    rowsAt,
    losePrimary() {
      const postmaster = postmasterOf(old)
      for (const pid of [...childrenOf(postmaster), postmaster]) signal(pid, 'SIGKILL')
    },
    async promoteStandby() {
      await rowsAt(standby.url, 'select pg_promote()')
      await until('the standby is promoted', async () => {
        const [row] = await rowsAt<{ standby: boolean }>(standby.url, 'select pg_is_in_recovery() as standby')
        return row?.standby === false
      })
    },
    async bringBackOldPrimary() {
      await stopLocalPostgres(primary)
      returned = await startServer(primary.url, old, await postgresProgram(standby.url, 'postgres'))
    },
    async stop() {
      returned?.kill('SIGQUIT')
      await Promise.all([stopLocalPostgres(primary), stopLocalPostgres(standby)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function addStandby(primary: string, old: string, copy: string): Promise<LocalPostgres> {
  await rowsAt(primary, 'create role dolphin_replication login replication')
  const from = new URL(primary)
  from.username = 'dolphin_replication'
  from.pathname = ''
  from.searchParams.set('application_name', 'standby')
  const target = ['-D', copy, '--checkpoint=fast', '--write-recovery-conf', '-d', from.href]
  await run(await postgresProgram(primary, 'pg_basebackup'), [
    ...target,
    '--create-slot',
    '--slot',
    'standby',
  ])
  const { uid, gid } = statSync(old)
  await run('chown', ['-R', `${uid}:${gid}`, copy])
  const standby = await startLocalPostgres(copy)
  const synchronous = () =>
    rowsAt(
      primary,
      "select from pg_stat_replication where application_name = 'standby' and sync_state = 'sync'",
    )
  await until('the standby follows', async () => {
    const all = await rowsAt(primary, "select from pg_stat_replication where state = 'streaming'")
    return all.length === 1
  })
  await rowsAt(primary, "alter system set synchronous_standby_names = 'standby'")
  await rowsAt(primary, 'select pg_reload_conf()')
  await until('the standby is synchronous', async () => (await synchronous()).length === 1)
  return standby
}

/** A server on the data and at the address that it had, started by the program itself. */
async function startServer(url: string, data: string, program: string): Promise<ChildProcess> {
  const { uid, gid } = statSync(data)
  const { port } = new URL(url)
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(program, args, { uid, gid, cwd: data, stdio: 'ignore' })
  await until('the old primary is back', async () => (await rowsAt(url, 'select 1')).length === 1)
  return child
}
