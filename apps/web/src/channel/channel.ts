import {
  type AuthenticateFrame,
  ChannelClose,
  channelPath,
  deadAfterMs,
  heartbeatMs,
  type ServerFrame,
  type TicketMessage,
} from '@dolphin/contract/channel'
import { storedChannelId, storedTokens } from '../api-client/session.ts'
import { loadChunk } from '../app/page-loader.ts'

type TicketListener = (message: TicketMessage) => void

const LAST_TICKET = 'dolphin.last-ticket'
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000
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

function open(): () => void {
  let wanted = true
  let disconnect = () => {}
  const connect = async () => {
    const { default: ReconnectingSocket } = await loadChunk(() => import('partysocket/ws'), import.meta.url)
    const channelId = storedChannelId()
    if (!wanted || channelId === undefined) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new ReconnectingSocket(`${scheme}://${location.host}${channelPath(channelId)}`, [], {
      minReconnectionDelay: FIRST_RETRY_MS,
      maxReconnectionDelay: LONGEST_RETRY_MS,
    })
    disconnect = attend(socket)
  }
  void connect()
  return () => {
    wanted = false
    disconnect()
  }
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
function attend(socket: Socket): () => void {
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
      lastTicketId: sessionStorage.getItem(LAST_TICKET),
    }
    socket.send(JSON.stringify(frame))
    rest()
    beat = setInterval(() => socket.send(JSON.stringify({ kind: 'heartbeat' })), heartbeatMs)
    heard()
  })
  socket.addEventListener('message', (event) => {
    heard()
    hear(JSON.parse(String(event.data)) as ServerFrame)
  })
  socket.addEventListener('close', ({ code }) => {
    rest()
    if (FINAL.includes(code)) socket.close()
  })
  return () => {
    rest()
    socket.close()
  }
}

/** Remembers the message, so that a new connection catches up from it, and tells the pages. */
function hear(frame: ServerFrame): void {
  if (!('ticket' in frame)) return
  sessionStorage.setItem(LAST_TICKET, frame.id)
  for (const listener of listeners) listener(frame)
}
