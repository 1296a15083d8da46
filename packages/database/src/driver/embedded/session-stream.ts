import { Duplex } from 'node:stream'
import { batchLength, isTerminate, simpleQuery, startupAnswer, startupLength } from './wire-frames.ts'

/** Sends protocol bytes to the engine and resolves with its whole answer. */
export type Exchange = (bytes: Buffer) => Promise<Uint8Array>

/**
 * What the pg driver takes for a socket, ending in the engine's worker instead of a network. With it the same
 * driver, type parsers, prepared statements and error classes serve both databases.
 */
export class SessionStream extends Duplex {
  readonly #exchange: Exchange
  #arrived: Buffer = Buffer.alloc(0)
  #started = false
  #turn: Promise<void> = Promise.resolve()

  constructor(exchange: Exchange) {
    super({ allowHalfOpen: false })
    this.#exchange = exchange
  }

  /** Called by the driver in place of a socket's connect. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Answers are pushed as they come; the driver never falls behind its own queries.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#arrived = this.#arrived.length === 0 ? chunk : Buffer.concat([this.#arrived, chunk])
    this.#take()
    done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  #take(): void {
    if (!this.#started) {
      const length = startupLength(this.#arrived)
      if (length === undefined) return
      this.#started = true
      this.#arrived = this.#arrived.subarray(length)
      this.#enqueue(async () => await this.#start())
    }
    const length = batchLength(this.#arrived)
    if (length === 0) return
    const batch = this.#arrived.subarray(0, length)
    this.#arrived = this.#arrived.subarray(length)
    if (isTerminate(batch)) this.push(null)
    else this.#enqueue(async () => await this.#exchange(batch))
  }

  /** The engine has one session: a new connection must not inherit a transaction or a prepared statement. */
  async #start(): Promise<Uint8Array> {
    await this.#exchange(simpleQuery('rollback'))
    await this.#exchange(simpleQuery('discard all'))
    return startupAnswer()
  }

  #enqueue(answer: () => Promise<Uint8Array>): void {
    this.#turn = this.#answerAfter(this.#turn, answer)
  }

  async #answerAfter(earlier: Promise<void>, answer: () => Promise<Uint8Array>): Promise<void> {
    await earlier
    try {
      const bytes = await answer()
      if (!this.destroyed && !this.readableEnded) this.push(bytes)
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error('the embedded database stopped'))
    }
  }
}
