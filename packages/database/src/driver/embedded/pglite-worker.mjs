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

if (parentPort === null) throw new Error('this file runs as a worker thread')
const port = parentPort

/** @type {string} */
const directory = workerData.directory
const database = await PGlite.create(`file://${directory}`)

/** @param {Request} request */
async function answer({ id, bytes, close }) {
  if (close === true) {
    await database.close()
    port.postMessage({ id, bytes: new Uint8Array(0) })
    return
  }
  const reply = await database.execProtocolRaw(bytes ?? new Uint8Array(0))
  // The engine may hand out a view into its own memory: send a copy, and move that.
  const copy = new Uint8Array(reply)
  port.postMessage({ id, bytes: copy }, [copy.buffer])
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
