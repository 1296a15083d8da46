/**
 * Worker thread that owns the embedded database, so that WebAssembly never blocks the event loop. Plain
 * JavaScript because a worker cannot load TypeScript; the production build copies it as it is.
 *
 * It takes `{ id, bytes }` (PostgreSQL wire protocol, whole batches) and answers `{ id, bytes }` or
 * `{ id, failure }`; `{ id, close: true }` shuts the database down cleanly.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {{ id: number, bytes?: Uint8Array, close?: boolean }} Request */

/**
 * Opens a directory on the thread that asks, which its statements block; the worker is the usual place.
 * @param {string} directory
 */
export async function openEngine(directory) {
  const database = await PGlite.create(`file://${directory}`)
  return {
    /** @param {Uint8Array} bytes */
    async exchange(bytes) {
      /** @type {Uint8Array[]} */
      const parts = []
      // Not execProtocolRaw: it parses every answer a second time, and keeps what it parsed (PGlite 0.5.16).
      // A part is a view into the engine's own memory: it is gone after the next.
      await database.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(part.slice()) })
      const [only] = parts
      return only !== undefined && parts.length === 1 ? only : new Uint8Array(Buffer.concat(parts))
    },
    close: () => database.close(),
  }
}

/**
 * @param {import('node:worker_threads').MessagePort} port
 * @param {string} directory
 */
async function serve(port, directory) {
  const engine = await openEngine(directory)

  /** @param {Request} request */
  async function answer({ id, bytes, close }) {
    if (close === true) await engine.close()
    const reply = close === true ? new Uint8Array(0) : await engine.exchange(bytes ?? new Uint8Array(0))
    port.postMessage({ id, bytes: reply }, [reply.buffer])
  }

  /**
   * @param {Promise<void>} earlier
   * @param {Request} request
   */
  async function answerAfter(earlier, request) {
    await earlier
    try {
      await answer(request)
    } catch (error) {
      port.postMessage({ id: request.id, failure: error instanceof Error ? error.name : 'unknown' })
    }
  }

  let turn = Promise.resolve()
  port.on('message', (/** @type {Request} */ request) => {
    turn = answerAfter(turn, request)
  })
  port.postMessage({ id: 0, bytes: new Uint8Array(0) })
}

/** @type {string | undefined} */
const directory = workerData?.pgliteDirectory
if (parentPort !== null && directory !== undefined) await serve(parentPort, directory)
