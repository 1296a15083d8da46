import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const PROJECT_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const SERVER = 'apps/api/dist/main.js'
const START_LIMIT_MS = 120_000
const POLL_MS = 50

/** How a node ended. */
export interface NodeEnd {
  readonly code: number | null
  readonly tookMs: number
}

/** One process of the built server. */
export class ServerNode {
  readonly port: number
  readonly metricsPort: number
  readonly #environment: Readonly<Record<string, string>>
  readonly #root: string
  #process: ChildProcess | undefined
  #log = ''

  /** `root`: the folder of the release that it runs. */
  constructor(
    ports: readonly [number, number],
    environment: Readonly<Record<string, string>>,
    root = PROJECT_ROOT,
  ) {
    ;[this.port, this.metricsPort] = ports
    this.#environment = environment
    this.#root = root
  }

  /** Starts the process and waits until it is ready; answers after how many milliseconds. */
  async start(): Promise<number> {
    const begunAt = performance.now()
    const child = spawn(process.execPath, [join(this.#root, SERVER)], {
      cwd: this.#root,
      env: {
        PATH: process.env['PATH'],
        ...this.#environment,
        PORT: String(this.port),
        METRICS_PORT: String(this.metricsPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    const keep = (chunk: Buffer) => (this.#log += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    while (!(await this.isReady())) {
      if (child.exitCode !== null || performance.now() - begunAt > START_LIMIT_MS)
        throw new Error(`a node did not start:\n${this.#log.slice(-3_000)}`)
      await wait(POLL_MS)
    }
    return performance.now() - begunAt
  }

  /** SIGTERM, as a deployment sends it; resolves when the process is gone. */
  async stop(): Promise<NodeEnd> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return { code: child?.exitCode ?? null, tookMs: 0 }
    const begunAt = performance.now()
    // Once its output is read to the end.
    const ended = new Promise((done) => child.once('close', done))
    child.kill('SIGTERM')
    await ended
    return { code: child.exitCode, tookMs: performance.now() - begunAt }
  }

  async isReady(): Promise<boolean> {
    const answer = await this.get('/readyz').catch(() => undefined)
    return answer?.ok === true
  }

  get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`)
  }

  async scrape(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text()
  }

  get log(): string {
    return this.#log
  }
}
