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
import type { Owner } from '@dolphin/database/driver/owner'
import { findSessionByChannel } from '@dolphin/database/identity/session-repository'
import { missedTickets } from '@dolphin/database/channel/ticket-cursor'
import { listTicketsAfter, type StoredTicket } from '@dolphin/database/channel/ticket-repository'
import type { WebSocket } from 'ws'
import type { ChannelSessions } from './channel-sessions.ts'
import type { Deps } from '../deps.ts'
import { describe } from '../http/describe-error.ts'

export interface ConnectionDeps {
  readonly deps: Pick<Deps, 'database' | 'clock' | 'log' | 'observability'>
  readonly sessions: ChannelSessions
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
  readonly #connectionContext: ConnectionDeps
  readonly #timers: NodeJS.Timeout[] = []
  #deadline: NodeJS.Timeout
  #owner: Owner | undefined
  #hasProof = false
  #isAuthenticated = false
  #isStopped = false
  #cursor = 0
  #flushing: Promise<void> = Promise.resolve()
  #frames = 0

  constructor(socket: WebSocket, connectionContext: ConnectionDeps) {
    this.#socket = socket
    this.#connectionContext = connectionContext
    this.#deadline = setTimeout(() => this.close(ChannelClose.notAuthenticated), authenticateWithinMs)
    socket.on('message', (data, isBinary) =>
      this.#receive(!isBinary && Buffer.isBuffer(data) ? data.toString() : ''),
    )
    socket.on('error', () => socket.terminate())
    this.#timers.push(setInterval(() => (this.#frames = 0), 60_000))
  }

  get channelId(): string {
    return this.#connectionContext.channelId
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
      if (this.#hasProof) return this.close(ChannelClose.badFrame)
      this.#hasProof = true
      // The page has done its part in time; how long we take to look is not its fault.
      clearTimeout(this.#deadline)
      this.#authenticate(frame.data).catch((error: unknown) => this.#fail(error))
      return
    }
    if (!this.#isAuthenticated) return this.close(ChannelClose.notAuthenticated)
    this.#expectMore()
  }

  async #authenticate({ accessToken, userCredential, lastTicketId }: AuthenticateFrame): Promise<void> {
    const { sessions, portfolioId, bindingCookie, channelId } = this.#connectionContext
    const credentials = { accessToken, userCredential, bindingCookie, portfolioId, channelId }
    const resolved = await sessions.resolve(credentials)
    if (!resolved.ok || resolved.value.kind === 'anonymous') return this.close(ChannelClose.notAuthenticated)
    if (this.#isStopped) return
    const actor = resolved.value
    this.#isAuthenticated = true
    this.#expectMore()
    this.#timers.push(
      setInterval(() => void this.#beat().catch((error: unknown) => this.#fail(error)), heartbeatMs),
    )
    if (actor.kind !== 'customer') return this.#send({ kind: 'welcome' })
    const owner = { portfolioId: actor.portfolioId, openId: actor.openId }
    // Whatever is posted from here on is flushed behind the welcome, so nothing falls between the two.
    this.#owner = owner
    this.#flushing = this.#welcome(owner, seenId(lastTicketId)).catch((error: unknown) => this.#fail(error))
  }

  /** Greets the page with what it missed since the last ticket it saw. */
  async #welcome(owner: Owner, lastSeen: number | null): Promise<void> {
    const { db } = this.#connectionContext.deps.database
    const { newest, missed } = await missedTickets(db, owner, lastSeen, TICKETS_AT_ONCE)
    // A number that was never given is no place to go on from.
    this.#cursor = lastSeen !== null && lastSeen <= newest ? lastSeen : newest
    this.#send({ kind: 'welcome' })
    this.#sendAll(missed)
    if (missed.length === TICKETS_AT_ONCE) await this.#sendNew()
  }

  /** A heartbeat, and with it the question whether the session still lives. */
  async #beat(): Promise<void> {
    const { deps, sessions, channelId } = this.#connectionContext
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
    const { db } = this.#connectionContext.deps.database
    for (;;) {
      const tickets = await listTicketsAfter(db, this.#owner, this.#cursor, TICKETS_AT_ONCE)
      this.#sendAll(tickets)
      if (tickets.length < TICKETS_AT_ONCE) return
    }
  }

  #sendAll(tickets: readonly StoredTicket[]): void {
    for (const { id, ticket, data } of tickets) {
      // What was appended was typed by its ticket when it was posted.
      this.#send({ ticket, id: String(id), data } as unknown as TicketMessage)
      this.#cursor = id
      this.#connectionContext.deps.observability.metrics.ticketSent(String(ticket))
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
    this.#connectionContext.deps.log.error({ failure: describe(error) }, 'a channel failed')
    this.close(1011)
  }
}

/** The ticket that a page says it saw last; null where it names none. */
function seenId(lastTicketId: string | null): number | null {
  const seen = lastTicketId === null ? Number.NaN : Number(lastTicketId)
  return Number.isSafeInteger(seen) && seen >= 0 ? seen : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
