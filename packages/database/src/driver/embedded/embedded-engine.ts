import { Worker } from 'node:worker_threads'
import { DatabaseFailure } from '../database-failure.ts'
import { SessionStream } from './session-stream.ts'

interface Reply {
  readonly id: number
  readonly bytes?: Uint8Array
  readonly failure?: string
}

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** The worker says so under this id, once, when the database is open. */
const READY = 0

const stopped = (): DatabaseFailure => new DatabaseFailure({ code: 'embedded_stopped' })

/** One run of the embedded database in its worker thread. */
class EngineRun {
  readonly ready: Promise<void>
  alive = true
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = READY

  constructor(workerUrl: URL, directory: string) {
    this.#worker = new Worker(workerUrl, { workerData: { directory } })
    this.ready = new Promise((resolve, reject) => {
      this.#waiting.set(READY, { resolve: () => resolve(), reject })
    })
    this.#worker.on('message', (reply: Reply) => this.#settle(reply))
    this.#worker.on('error', () => this.#fail())
    this.#worker.on('exit', () => this.#fail())
  }

  async ask(request: { bytes?: Uint8Array; close?: boolean }): Promise<Uint8Array> {
    if (!this.alive) throw stopped()
    this.#lastId += 1
    const id = this.#lastId
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, ...request })
    })
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle({ id, bytes, failure }: Reply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (failure === undefined && bytes !== undefined) {
      waiting?.resolve(bytes)
      return
    }
    // SQL errors come back as bytes: a failure means that the engine itself broke, and is not to be trusted.
    waiting?.reject(stopped())
    this.#fail()
    void this.terminate()
  }

  #fail(): void {
    this.alive = false
    for (const { reject } of this.#waiting.values()) reject(stopped())
    this.#waiting.clear()
  }
}

/**
 * The embedded database: a PGlite directory served by a worker thread. If the engine breaks, sessions end with
 * a failure and the next one starts it again from the directory, as after a crash of the process.
 */
export class EmbeddedEngine {
  readonly #workerUrl: URL
  readonly #directory: string
  #run: EngineRun

  private constructor(workerUrl: URL, directory: string) {
    this.#workerUrl = workerUrl
    this.#directory = directory
    this.#run = new EngineRun(workerUrl, directory)
  }

  /** Opens (or, in an empty folder, creates: some seconds) the database and waits until it answers. */
  static async start(workerUrl: URL, directory: string): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(workerUrl, directory)
    await engine.#run.ready
    return engine
  }

  /** A new connection for the pg driver. */
  connect(): SessionStream {
    if (!this.#run.alive) this.#run = new EngineRun(this.#workerUrl, this.#directory)
    const run = this.#run
    return new SessionStream(async (bytes) => {
      await run.ready
      return await run.ask({ bytes })
    })
  }

  /** Checkpoints and stops. */
  async close(): Promise<void> {
    if (this.#run.alive) await this.#run.ask({ close: true })
    await this.#run.terminate()
  }
}
