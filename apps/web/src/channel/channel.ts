import {
  type AuthenticateFrame,
  ChannelClose,
  channelPath,
  deadAfterMs,
  heartbeatMs,
  type ServerFrame,
  type TicketMessage,
} from '@dolphin/contract/channel'
import { call } from '../api-client/call.ts'
import { isLimited, storedChannelId, storedTokens, subscribeSession } from '../api-client/session.ts'
import { loadChunk } from '../app/page-loader.ts'
import { whenSettled } from '../app/settled.ts'

type TicketListener = (message: TicketMessage) => void

const LAST_TICKET = 'dolphin.last-ticket'
const FIRST_RETRY_MS = 500
const RETRY_JITTER_MS = 2500
const RETRY_GROWTH = 2
const LONGEST_RETRY_MS = 30_000
/** By then the answer to signing out here has come. */
const LOOK_AGAIN_MS = 1000
/** Closed for a reason that reconnecting cannot mend: the page goes on without the channel. */
const FINAL: readonly number[] = [
  ChannelClose.notAuthenticated,
  ChannelClose.sessionEnded,
  ChannelClose.badFrame,
]

const listeners = new Set<TicketListener>()
let close: (() => void) | undefined

/**
 * Hears the tickets of this session (product.md §4). A ticket is only a hint: pages read the state again by
 * HTTPS, and are right without the channel. One connection serves all listeners and ends with the last one.
 */
export function listenForTickets(listener: TicketListener): () => void {
  listeners.add(listener)
  close ??= open()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    close?.()
    close = undefined
  }
}

/** Follows the session: another sign-in has another channel, and signing out has none. */
function open(): () => void {
  let current: string | undefined
  let disconnect = () => {}
  const follow = () => {
    const wanted = storedChannelId()
    if (wanted === current) return
    disconnect()
    current = wanted
    disconnect = wanted === undefined ? () => {} : connect(wanted)
  }
  const unsubscribe = subscribeSession(follow)
  follow()
  return () => {
    unsubscribe()
    disconnect()
  }
}

/** Connects once the page's content stands: the first state is read by calls, and tickets only tell of the next. */
function connect(channelId: string): () => void {
  let wanted = true
  const load = async () => {
    const { default: ReconnectingSocket } = await loadChunk(() => import('partysocket/ws'), import.meta.url)
    if (!wanted) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new ReconnectingSocket(`${scheme}://${location.host}${channelPath(channelId)}`, [], {
      minReconnectionDelay: firstRetryMs(),
      maxReconnectionDelay: LONGEST_RETRY_MS,
      reconnectionDelayGrowFactor: RETRY_GROWTH,
    })
    disconnect = attend(socket, channelId)
  }
  let disconnect = whenSettled(() => void load())
  return () => {
    wanted = false
    disconnect()
  }
}

/**
 * Jitter: the pages that one restart cut off must not all come back in the same moment (design/security.md
 * F10).
 */
function firstRetryMs(): number {
  const [share = 0] = crypto.getRandomValues(new Uint8Array(1))
  return FIRST_RETRY_MS + (share / 256) * RETRY_JITTER_MS
}

interface Socket {
  send: (text: string) => void
  close: () => void
  reconnect: () => void
  addEventListener: {
    (type: 'open', listener: () => void): void
    (type: 'message', listener: (event: MessageEvent) => void): void
    (type: 'close', listener: (event: { readonly code: number }) => void): void
  }
}

/** Proves the session on every opening, keeps the beat, and gives up a line that has gone silent. */
function attend(socket: Socket, channelId: string): () => void {
  let beat: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.reconnect(), deadAfterMs)
  }
  const rest = () => {
    clearInterval(beat)
    clearTimeout(silence)
  }
  socket.addEventListener('open', () => {
    const tokens = storedTokens()
    if (!tokens) return socket.close()
    const frame: AuthenticateFrame = {
      kind: 'authenticate',
      ...tokens,
      lastTicketId: lastTicketOf(channelId),
    }
    socket.send(JSON.stringify(frame))
    rest()
    beat = setInterval(() => socket.send(JSON.stringify({ kind: 'heartbeat' })), heartbeatMs)
    heard()
  })
  socket.addEventListener('message', (event) => {
    heard()
    hear(JSON.parse(String(event.data)) as ServerFrame, channelId)
  })
  socket.addEventListener('close', ({ code }) => {
    rest()
    if (FINAL.includes(code)) socket.close()
    if (code === ChannelClose.sessionEnded) setTimeout(() => lookAgain(channelId), LOOK_AGAIN_MS)
  })
  return () => {
    rest()
    socket.close()
  }
}

/**
 * A session that was ended elsewhere leaves nothing on the screen: whatever the page reads now is refused, and the
 * refusal leads to sign-in. Who signed out here has no channel by then. Source: ASVS 7.4.1, 7.5.2.
 */
function lookAgain(channelId: string): void {
  if (storedChannelId() !== channelId) return
  void (isLimited() ? call('listSection', { query: {} }) : call('getPersonalInfo', {}))
}

/** Remembers the message, so that a new connection catches up from it, and tells the pages. */
function hear(frame: ServerFrame, channelId: string): void {
  if (!('ticket' in frame)) return
  sessionStorage.setItem(LAST_TICKET, `${channelId} ${frame.id}`)
  for (const listener of listeners) listener(frame)
}

/** The last ticket heard on this very channel: another customer's count begins elsewhere. */
function lastTicketOf(channelId: string): string | null {
  const [of, id] = (sessionStorage.getItem(LAST_TICKET) ?? '').split(' ')
  return of === channelId && id !== undefined ? id : null
}
