/**
 * Just enough of PostgreSQL's wire protocol (version 3) to stand between the pg driver and PGlite, which
 * answers messages but knows no sockets: where a message ends, and how a start-up is answered.
 * Source: PostgreSQL documentation, "Message Formats".
 */

const SYNC = 0x53
const QUERY = 0x51
const TERMINATE = 0x58
const FLUSH = 0x48

/** After these the server answers; before them it would only collect, so they end a batch. */
const ENDS_BATCH = new Set([SYNC, QUERY, TERMINATE, FLUSH])

const HEADER_BYTES = 5

/** Length of the start-up message at the head of what arrived, or undefined if it is not whole yet. */
export function startupLength(arrived: Buffer): number | undefined {
  if (arrived.length < 4) return undefined
  const length = arrived.readInt32BE(0)
  return arrived.length >= length ? length : undefined
}

/** Bytes up to the end of the last message that asks for an answer; 0 if there is none yet. */
export function batchLength(arrived: Buffer): number {
  let end = 0
  let offset = 0
  while (offset + HEADER_BYTES <= arrived.length) {
    const type = arrived.readUInt8(offset)
    offset += 1 + arrived.readInt32BE(offset + 1)
    if (offset <= arrived.length && ENDS_BATCH.has(type)) end = offset
  }
  return end
}

/** Whether a batch is the client's goodbye. */
export const isTerminate = (batch: Buffer): boolean => batch.readUInt8(0) === TERMINATE

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(type, 0, 'latin1')
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** A simple query, ready to send. */
export const simpleQuery = (sql: string): Buffer => message('Q', Buffer.from(`${sql}\0`))

/** Answer to a start-up: authenticated, text in UTF-8, ready and outside a transaction. */
export const startupAnswer = (): Buffer =>
  Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    message('Z', Buffer.from('I')),
  ])
