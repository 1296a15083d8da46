/**
 * A PostgreSQL server for development and tests, from binaries that are already on the machine.
 *
 * `node scripts/postgres.mjs [directory]` starts one, prints its URL and keeps it until SIGTERM or SIGINT.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 20_000
const POLL_MS = 50

/** Below 32768, where the system picks ports for outgoing connections. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

const NOT_FOUND =
  'No PostgreSQL server binaries found. Install them (Debian: apt-get install postgresql-15), set PG_BIN to ' +
  'the folder that holds initdb and postgres, or set TEST_DATABASE_URL to a server that runs already.'

function binaryFolders() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? [...readdirSync(debian)].toSorted((a, b) => Number(b) - Number(a))
    : []
  const macs = [
    '/opt/homebrew/opt/postgresql@16/bin',
    '/opt/homebrew/opt/postgresql@15/bin',
    '/usr/local/pgsql/bin',
  ]
  return [
    ...(process.env.PG_BIN ? [process.env.PG_BIN] : []),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    ...macs,
  ]
}

/** The folder of initdb, postgres and pgbench. */
export function findBinaries() {
  const folder = binaryFolders().find(
    (path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')),
  )
  if (folder === undefined) throw new Error(NOT_FOUND)
  return folder
}

/** The server refuses to run as root, so an ordinary user owns its files and its process. */
function serverUser() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const found = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    if (found.status === 0) {
      const group = execFileSync('id', ['-g', name], { encoding: 'utf8' })
      return { uid: Number(found.stdout), gid: Number(group) }
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody" to run it as.',
  )
}

async function isFree(port) {
  return await new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

async function freePort() {
  const span = LAST_PORT - FIRST_PORT
  const start = process.pid % span
  for (let step = 0; step < span; step += 1) {
    const port = FIRST_PORT + ((start + step * 7) % span)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${FIRST_PORT} and ${LAST_PORT}`)
}

/** Lets the server's user reach a folder whose parents belong to somebody else. */
function ownFolder(path, user) {
  mkdirSync(path, { recursive: true })
  if (user.uid !== undefined) {
    chownSync(path, user.uid, user.gid)
    chmodSync(path, 0o700)
  }
}

function initialize(binaries, data, user) {
  if (existsSync(join(data, 'PG_VERSION'))) return
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'dolphin',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
    ],
    { ...user, cwd: data, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
}

function serverArguments(data, sockets, port, durable) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: sockets,
    max_connections: '200',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
}

/** The port takes connections before the server does, so its own word counts; a standby's are read-only. */
const READY = /database system is ready to accept (read-only )?connections/

async function waitUntilUp(server, errors) {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${errors.join('')}`)
    if (READY.test(errors.join(''))) return
    await wait(POLL_MS)
  }
  server.kill('SIGQUIT')
  throw new Error(`PostgreSQL was not ready within ${START_LIMIT_MS / 1000} s: ${errors.join('')}`)
}

async function stopServer(server, gone) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGINT')
  const limit = new AbortController()
  const stopped = await Promise.race([
    gone.then(() => true),
    wait(STOP_LIMIT_MS, false, { signal: limit.signal }).catch(() => false),
  ])
  limit.abort()
  if (!stopped) {
    server.kill('SIGQUIT')
    await gone
  }
}

/**
 * Starts a server of its own on a free loopback port. Without a directory its data is temporary and removed on
 * stop. Not durable against power loss unless asked: tests need speed, not that.
 *
 * @param {{ directory?: string, durable?: boolean }} [options]
 * @returns {Promise<{ url: string, version: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startPostgres({ directory, durable = false } = {}) {
  const binaries = findBinaries()
  const user = serverUser()
  const sockets = mkdtempSync(join(tmpdir(), 'dolphin-pg-'))
  ownFolder(sockets, user)
  const data = directory === undefined ? join(sockets, 'data') : resolve(directory)
  ownFolder(data, user)
  initialize(binaries, data, user)
  const port = await freePort()
  const errors = []
  const server = spawn(join(binaries, 'postgres'), serverArguments(data, sockets, port, durable), {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = new Promise((done) => server.once('exit', done))
  server.stderr.on('data', (chunk) => {
    errors.push(String(chunk))
    if (errors.length > 50) errors.shift()
  })
  await waitUntilUp(server, errors)
  return {
    url: `postgres://dolphin@127.0.0.1:${port}/postgres`,
    version: readFileSync(join(data, 'PG_VERSION'), 'utf8').trim(),
    pid: server.pid ?? 0,
    async stop() {
      await stopServer(server, gone)
      rmSync(sockets, { recursive: true, force: true })
    },
  }
}

const HELP = `node scripts/postgres.mjs [directory]: a PostgreSQL server for development and tests.

Prints the server's URL and keeps it until Ctrl+C. With a directory the data stays there; without one it goes with the
server. Needs PostgreSQL 15 or newer installed (PG_BIN names its folder where it is not found).`

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP)
  const postgres = await startPostgres({ directory: process.argv[2], durable: process.argv[2] !== undefined })
  // Before the URL is printed: its reader may end this process at once, and the server must not stay behind.
  const ended = new Promise((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, done)
  })
  console.log(postgres.url)
  await ended
  await postgres.stop()
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
