import { setImmediate as nextTurn } from 'node:timers/promises'
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

interface Request {
  readonly bytes?: Uint8Array
  readonly close?: boolean
}

/** One run of the embedded database, until it is closed or breaks. */
interface EngineRun {
  readonly ready: Promise<void>
  readonly alive: boolean
  ask(request: Request): Promise<Uint8Array>
  terminate(): Promise<void>
}

/** Runs it in a worker thread. */
class WorkerRun implements EngineRun {
  readonly ready: Promise<void>
  alive = true
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = READY

  constructor(workerUrl: URL, directory: string) {
    this.#worker = new Worker(workerUrl, { workerData: { pgliteDirectory: directory } })
    this.ready = new Promise((resolve, reject) => {
      this.#waiting.set(READY, { resolve: () => resolve(), reject })
    })
    this.#worker.on('message', (reply: Reply) => this.#settle(reply))
    this.#worker.on('error', () => this.#fail())
    this.#worker.on('exit', () => this.#fail())
  }

  async ask(request: Request): Promise<Uint8Array> {
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

/** What the worker's module gives to who opens a directory on a thread of its own. */
interface Engine {
  exchange(bytes: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

/** Runs it on this very thread, which each statement blocks. */
class OwnThreadRun implements EngineRun {
  readonly ready: Promise<void>
  alive = true
  readonly #engine: Promise<Engine>

  constructor(workerUrl: URL, directory: string) {
    this.#engine = openOnOwnThread(workerUrl, directory)
    this.ready = this.#engine.then(() => undefined)
  }

  async ask({ bytes = new Uint8Array(0), close = false }: Request): Promise<Uint8Array> {
    const engine = await this.#engine
    // Who waits for a file or a thread gets a turn between two statements.
    await nextTurn()
    if (!this.alive) throw stopped()
    try {
      if (!close) return await engine.exchange(bytes)
      this.alive = false
      await engine.close()
      return bytes
    } catch {
      this.alive = false
      throw stopped()
    }
  }

  async terminate(): Promise<void> {
    this.alive = false
    await Promise.resolve()
  }
}

async function openOnOwnThread(workerUrl: URL, directory: string): Promise<Engine> {
  const { openEngine } = (await import(workerUrl.href)) as {
    readonly openEngine: (directory: string) => Promise<Engine>
  }
  return await openEngine(directory)
}

/** Which thread an embedded database runs on: a worker's, or the one that asks. */
export type EngineThread = 'worker' | 'own'

/**
 * The embedded database: a PGlite directory served by a thread. If the engine breaks, sessions end with
 * a failure and the next one starts it again from the directory, as after a crash of the process.
 */
export class EmbeddedEngine {
  readonly #workerUrl: URL
  readonly #directory: string
  readonly #thread: EngineThread
  #run: EngineRun

  private constructor(workerUrl: URL, directory: string, thread: EngineThread) {
    this.#workerUrl = workerUrl
    this.#directory = directory
    this.#thread = thread
    this.#run = this.#begin()
  }

  /** Opens (or, in an empty folder, creates: some seconds) the database and waits until it answers. */
  static async start(
    workerUrl: URL,
    directory: string,
    thread: EngineThread = 'worker',
  ): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(workerUrl, directory, thread)
    await engine.#run.ready
    return engine
  }

  /** A new connection for the pg driver. */
  connect(): SessionStream {
    if (!this.#run.alive) this.#run = this.#begin()
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

  #begin(): EngineRun {
    const Run = this.#thread === 'own' ? OwnThreadRun : WorkerRun
    return new Run(this.#workerUrl, this.#directory)
  }
}
