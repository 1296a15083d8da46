import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long one connection may take over each part of a request. A caller that is slower than this is cut off, so that
 * a thousand of them hold a thousand sockets for a while and nothing else. Source: design/security.md T24.
 */
export interface ConnectionLimits {
  /** From the first byte awaited to the last header. */
  readonly headersMs: number
  /** From the first byte awaited to the last of the body. */
  readonly requestMs: number
  /** From an answer's headers to its last byte taken by the caller. */
  readonly answerMs: number
  /** How long an act of staff keeps its caller waiting for what it comes to, before they are asked to ask again. */
  readonly actMs: number
  /** Without a byte either way. */
  readonly silenceMs: number
  /** Between one request and the next on an open connection. */
  readonly restMs: number
  /** How often headers and requests are looked at: a limit is overrun by this much at most. */
  readonly lookEveryMs: number
  /** For a refused caller to read why, before the socket is closed whatever they still send. */
  readonly partingMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  // As the balancer has it, with room for the way (deploy/haproxy.cfg).
  headersMs: 15_000,
  // 10 MB of a statement by a phone that sends 100 KB a second.
  requestMs: 100_000,
  // As much the other way, for a phone that takes 35 KB a second.
  answerMs: 300_000,
  // Shorter than silence, than a page of the desk waits, and than the balancer does.
  actMs: 45_000,
  silenceMs: 60_000,
  // Longer than the balancer keeps a connection, so that never the server closes one that is about to be used.
  restMs: 65_000,
  lookEveryMs: 5_000,
  partingMs: 1_000,
}

/** The limits as Fastify and Node name them. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: limits.restMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.lookEveryMs,
      // Node's own refusal of a request without a host is no envelope; refuseUnclearHost's is.
      requireHostHeader: false,
    },
  }
}

/**
 * Cuts off who takes an answer too slowly. Node's own limits end with the request: a reader that takes a few bytes
 * now and then is never silent for long, and would hold socket and answer for as long as it likes.
 */
export function cutSlowReaders(app: FastifyInstance, { answerMs }: ConnectionLimits): void {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    const cut = () => {
      // Reset, not closed: what the machine still holds for this reader goes as well. An injected request has no socket.
      if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
    }
    const limit = setTimeout(cut, answerMs)
    limit.unref()
    raw.once('close', () => clearTimeout(limit))
    done()
  })
}

/** Says why and closes. A socket that is only ended stays for as long as its caller goes on sending. */
export function partFrom(socket: Socket, words: string, { partingMs }: ConnectionLimits): void {
  if (!socket.writable) return
  socket.end(words)
  const limit = setTimeout(() => socket.destroy(), partingMs)
  limit.unref()
  socket.once('close', () => clearTimeout(limit))
}
