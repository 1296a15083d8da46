import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVER_FLAGS } from '../../../scripts/setup/server-process.mjs'
import { PROJECT_ROOT, SetupError } from '../../../scripts/setup/step.mjs'

const SERVER = join(PROJECT_ROOT, 'apps/api/dist/main.js')
const PROBE = join(PROJECT_ROOT, 'tools/assurance/bench/event-loop-probe.mjs')
const START_LIMIT_MS = 180_000
const PROBE_LIMIT_MS = 5_000
const POLL_MS = 20
/** Below 32768, where the system picks ports for outgoing connections. */
const FIRST_PORT = 18_000
const PORT_SPAN = 1_000

function isFree(port) {
  return new Promise((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
}

async function freePort() {
  for (let step = 0; step < PORT_SPAN; step += 1) {
    const port = FIRST_PORT + ((process.pid + step * 7) % PORT_SPAN)
    if (await isFree(port)) return port
  }
  throw new SetupError('No free port for the measured server.')
}

function environment(port, folder, databaseUrl) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    DOLPHIN_MODE: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: join(folder, 'data'),
    // Every applicant comes from an address of their own, as in life.
    TRUST_PROXY: 'true',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
  }
}

/** Reads the server's log for what it says of itself: transactions held for long, errors, and why it ended. */
class ServerLog {
  longTransactionsMs = []
  failures = 0
  #rest = ''
  #tail = []

  take(chunk) {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
  }

  #read(line) {
    this.#tail.push(line)
    if (this.#tail.length > 20) this.#tail.shift()
    if (!line.startsWith('{"level":')) return
    if (line.startsWith('{"level":30') && !line.includes('"heldMs":')) return
    const { level, heldMs } = JSON.parse(line)
    if (heldMs !== undefined) this.longTransactionsMs.push(heldMs)
    if (level >= 50) this.failures += 1
  }

  reset() {
    this.longTransactionsMs = []
    this.failures = 0
  }

  get tail() {
    return this.#tail.join('\n')
  }
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

async function waitUntilReady(child, port, log) {
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new SetupError(`The measured server did not start:\n${log.tail}`)
    }
    await wait(POLL_MS)
  }
}

function askProbe(child, question) {
  return new Promise((done, failed) => {
    const limit = setTimeout(() => failed(new Error('the measured server does not answer')), PROBE_LIMIT_MS)
    child.once('message', (answer) => (clearTimeout(limit), done(answer)))
    child.send(question)
  })
}

/** How late a process with the probe was at most, and its processor time, since it was last asked. */
export const readLoop = (child) => askProbe(child, 'read the loop')

/** Where a process with the probe spends its time while something else goes on, by part (profile-parts.mjs). */
async function profileOf(child, work) {
  await askProbe(child, 'begin a profile')
  await work()
  const { parts } = await askProbe(child, 'end the profile')
  return parts
}

/**
 * Starts the built product with data of its own.
 *
 * @param {{ databaseUrl?: string, profileFolder?: string, dataFolder?: string }} options no URL: the embedded database;
 *   `profileFolder`: where Node writes a CPU profile when the server ends; `dataFolder`: data and keys that stay, for
 *   a second node or a second start.
 */
export async function startMeasuredServer({ databaseUrl, profileFolder, dataFolder }) {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'dolphin-bench-'))
  const port = await freePort()
  const profile = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const begunAt = performance.now()
  const child = spawn(
    process.execPath,
    [...SERVER_FLAGS, ...profile, '--import', `file://${PROBE}`, SERVER],
    {
      cwd: PROJECT_ROOT,
      env: environment(port, folder, databaseUrl),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const log = new ServerLog()
  child.stdout.setEncoding('utf8').on('data', (chunk) => log.take(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => log.take(chunk))
  let readyMs = Number.NaN
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    }
    if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(child, port, log)
    readyMs = performance.now() - begunAt
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyMs,
    log,
    stop,
    readLoop: () => readLoop(child),
    profile: (work) => profileOf(child, work),
  }
}
