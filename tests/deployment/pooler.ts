import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer'
/** Since this version a pooler in transaction mode knows named statements. */
const KNOWS_STATEMENTS = [1, 21] as const
const START_LIMIT_MS = 10_000
const POLL_MS = 50

/** Whether the installed PgBouncer knows named statements; Debian 12's is too old. */
export function poolerKnowsStatements(): boolean {
  const said = execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' })
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? []
  return Number(major) > KNOWS_STATEMENTS[0] || Number(minor) >= KNOWS_STATEMENTS[1]
}

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

export interface Pooler {
  /** The database at `server`, past the pooler. */
  readonly url: string
  close(): Promise<void>
}

/** Starts PgBouncer in front of a server, with one session of it; it refuses to run as root. */
export async function startPooler(server: URL, settings: readonly string[]): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'default_pool_size = 1',
    'ignore_startup_parameters = extra_float_digits,lock_timeout,idle_in_transaction_session_timeout',
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const isRoot = process.getuid?.() === 0
  const child = spawn(PROGRAM, [...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const url = new URL(server)
  url.host = `127.0.0.1:${port}`
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await takesSessions(url.href))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`PgBouncer did not start:\n${log}`)
    await wait(POLL_MS)
  }
  return {
    url: url.href,
    async close() {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function takesSessions(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}
