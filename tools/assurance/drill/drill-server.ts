import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataPaths } from '@dolphin/api/config/config'
import { openShiftableClock } from '@dolphin/api/wall-clock'

export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const SERVER = join(PROJECT, 'apps/api/dist/main.js')
const START_LIMIT_MS = 120_000
const POLL_MS = 50
/** Below 32768, where the system picks ports for outgoing connections. */
const FIRST_PORT = 24_000
const PORT_SPAN = 4_000
/** Tuesday, an ordinary banking day, 10:00 in New York: the forms of the tests are filled in for it. */
const FIRST_MORNING = new Date('2026-03-03T10:00:00-05:00')
/** Protects no real data: the drill's own lender is removed with the drill. */
export const MASTER_KEY = '01'.repeat(32)

/** The server as it is shipped, in a process of its own. */
export interface DrillServer {
  readonly port: number
  /** Ends the process as a power switch would. */
  kill(): Promise<void>
  /** Ends it politely. */
  stop(): Promise<void>
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })

/** Returns a free port of the drills' own range. */
export async function freePort(): Promise<number> {
  for (let step = 0; step < PORT_SPAN; step += 1) {
    const port = FIRST_PORT + ((process.pid * 7 + step * 11) % PORT_SPAN)
    if (await isFree(port)) return port
  }
  throw new Error('no free port for the server of the drill')
}

/** Makes the data folder of a server whose calendar begins on the drill's first morning. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await openShiftableClock(dataPaths(dataDir).clockOffset).moveTo(FIRST_MORNING)
}

/** Starts the built server and waits until it is ready; without an address on the embedded database. */
export async function startDrillServer(
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<DrillServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [SERVER], {
    cwd: PROJECT,
    env: {
      ...process.env,
      DOLPHIN_MODE: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl ?? '',
      DATA_DIR: dataDir,
      MASTER_KEY,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watch(child)
  let log = ''
  const keep = (chunk: Buffer): void => void (log = (log + chunk.toString()).slice(-10_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`the server of the drill did not start:\n${log}`)
    await wait(POLL_MS)
  }
  return { port, kill: () => end(child, 'SIGKILL'), stop: () => end(child, 'SIGTERM') }
}

/** Whether a server answers and is ready. */
export async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

const started = new Set<ChildProcess>()

/** Remembers a process, so that none outlives a drill that fails. */
export function watch(child: ChildProcess): void {
  started.add(child)
  child.once('exit', () => started.delete(child))
}

/** Ends whatever still runs of a drill. */
export async function endAll(): Promise<void> {
  await Promise.all([...started].map((child) => end(child, 'SIGTERM')))
}

/** Ends a process of the drill and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await gone
}
