import {
  type AuthenticateFrame,
  authenticateWithinMs,
  ChannelClose,
  deadAfterMs,
  heartbeatMs,
  type ServerFrame,
  type TicketMessage,
} from '@dolphin/contract/channel'
import { clientFrame } from '@dolphin/contract/channel-schema'
import type { Owner } from '@dolphin/database/owner'
import { findSessionByChannel } from '@dolphin/database/session-repository'
import { newestTicketId } from '@dolphin/database/ticket-cursor'
import { listTicketsAfter } from '@dolphin/database/ticket-repository'
import type { WebSocket } from 'ws'
import type { SessionService } from '../features/identity/session-service.ts'
import type { Deps } from '../deps.ts'
import { describe } from '../http/error-handler.ts'

export interface ConnectionParts {
  readonly deps: Pick<Deps, 'database' | 'clock' | 'log' | 'observability'>
  readonly sessions: SessionService
  readonly channelId: string
  readonly portfolioId: number
  readonly bindingCookie: string | undefined
}

/** Heartbeats come every 30 s and one authentication; more than this in a minute is no page of ours. */
const MOST_FRAMES_A_MINUTE = 30
/** A reader this far behind is dropped, so that it cannot fill the server's memory. */
const MOST_WAITING_BYTES = 1_048_576
const TICKETS_AT_ONCE = 100

/** One open socket: proves itself, then receives its customer's tickets in order, each once. */
export class Connection {
  readonly #socket: WebSocket
  readonly #parts: ConnectionParts
  readonly #timers: NodeJS.Timeout[] = []
  #deadline: NodeJS.Timeout
  #owner: Owner | undefined
  #isAuthenticated = false
  #isStopped = false
  #cursor = 0
  #flushing: Promise<void> = Promise.resolve()
  #frames = 0

  constructor(socket: WebSocket, parts: ConnectionParts) {
    this.#socket = socket
    this.#parts = parts
    this.#deadline = setTimeout(() => this.close(ChannelClose.notAuthenticated), authenticateWithinMs)
    socket.on('message', (data, isBinary) =>
      this.#receive(!isBinary && Buffer.isBuffer(data) ? data.toString() : ''),
    )
    socket.on('error', () => socket.terminate())
    this.#timers.push(setInterval(() => (this.#frames = 0), 60_000))
  }

  get channelId(): string {
    return this.#parts.channelId
  }

  belongsTo({ portfolioId, openId }: Owner): boolean {
    return this.#owner?.openId === openId && this.#owner.portfolioId === portfolioId
  }

  /** Sends what has come since the last ticket sent; calls line up, so order holds. */
  flush(): void {
    this.#flushing = this.#flushing.then(() => this.#sendNew()).catch((error: unknown) => this.#fail(error))
  }

  close(code: number): void {
    this.#socket.close(code)
  }

  /** The socket is gone: nothing may run on for it, nor begin once what is under way has been answered. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#deadline)
    for (const timer of this.#timers) clearInterval(timer)
  }

  #receive(text: string): void {
    this.#frames += 1
    if (this.#frames > MOST_FRAMES_A_MINUTE) return this.close(ChannelClose.tooMany)
    const frame = clientFrame.safeParse(parseJson(text))
    if (!frame.success) return this.close(ChannelClose.badFrame)
    if (frame.data.kind === 'authenticate') {
      if (this.#isAuthenticated) return this.close(ChannelClose.badFrame)
      this.#authenticate(frame.data).catch((error: unknown) => this.#fail(error))
      return
    }
    if (!this.#isAuthenticated) return this.close(ChannelClose.notAuthenticated)
    this.#expectMore()
  }

  async #authenticate({ accessToken, userCredential, lastTicketId }: AuthenticateFrame): Promise<void> {
    const { sessions, portfolioId, bindingCookie, channelId, deps } = this.#parts
    const resolved = await sessions.resolve({ accessToken, userCredential, bindingCookie, portfolioId })
    if (!resolved.ok || resolved.value.kind === 'anonymous') return this.close(ChannelClose.notAuthenticated)
    const actor = resolved.value
    const session = await findSessionByChannel(deps.database.db, channelId)
    if (session?.sessionId !== actor.sessionId) return this.close(ChannelClose.notAuthenticated)
    if (actor.kind === 'customer') {
      const owner = { portfolioId: actor.portfolioId, openId: actor.openId }
      this.#cursor = cursorFrom(lastTicketId, await newestTicketId(deps.database.db, owner))
      this.#owner = owner
    }
    if (this.#isStopped) return
    this.#isAuthenticated = true
    this.#expectMore()
    this.#timers.push(
      setInterval(() => void this.#beat().catch((error: unknown) => this.#fail(error)), heartbeatMs),
    )
    this.#send({ kind: 'welcome' })
    this.flush()
  }

  /** A heartbeat, and with it the question whether the session still lives. */
  async #beat(): Promise<void> {
    const { deps, sessions, channelId } = this.#parts
    const session = await findSessionByChannel(deps.database.db, channelId)
    if (session === undefined || !sessions.isAlive(session, deps.clock.now())) {
      return this.close(ChannelClose.sessionEnded)
    }
    this.#send({ kind: 'heartbeat' })
  }

  #expectMore(): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => {
      this.close(ChannelClose.silent)
      this.#socket.terminate()
    }, deadAfterMs)
  }

  async #sendNew(): Promise<void> {
    if (this.#owner === undefined) return
    const { database, observability } = this.#parts.deps
    const { db } = database
    for (;;) {
      const tickets = await listTicketsAfter(db, this.#owner, this.#cursor, TICKETS_AT_ONCE)
      for (const { id, ticket, data } of tickets) {
        // What was appended was typed by its ticket when it was posted.
        this.#send({ ticket, id: String(id), data } as unknown as TicketMessage)
        this.#cursor = id
        observability.metrics.ticketSent(String(ticket))
      }
      if (tickets.length < TICKETS_AT_ONCE) return
    }
  }

  #send(frame: ServerFrame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MOST_WAITING_BYTES) {
      this.close(ChannelClose.tooSlow)
      this.#socket.terminate()
      return
    }
    this.#socket.send(JSON.stringify(frame))
  }

  #fail(error: unknown): void {
    this.#parts.deps.log.error({ failure: describe(error) }, 'a channel failed')
    this.close(1011)
  }
}

/** Where to go on: after the ticket last seen, or with what comes from now on where that number was never given. */
function cursorFrom(lastTicketId: string | null, newest: number): number {
  const seen = lastTicketId === null ? Number.NaN : Number(lastTicketId)
  return Number.isSafeInteger(seen) && seen >= 0 && seen <= newest ? seen : newest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
