import { setTimeout as wait } from 'node:timers/promises'
import { channelPath } from '@dolphin/contract/channel'
import { openChannelSocket } from '../../../apps/api/src/testing/channel-socket.ts'
import type { TestClient } from '../../../apps/api/src/testing/test-client.ts'

interface Frame {
  readonly kind?: string
  readonly ticket?: number
  readonly id?: string
}

/** A page's channel: opened, proved, and listening. */
export interface PageChannel {
  /** The instant at which the next ticket of this number is heard. */
  next(ticket: number): Promise<number>
  /** Ids of the tickets heard so far, in the order in which they came. */
  readonly heard: readonly string[]
  /** Whether anything but its own page closed it. */
  isCut(): boolean
  beat(): void
  close(): void
}

/** Opens a channel as a page does that has heard tickets up to `lastTicketId`; resolves once it is welcome. */
export async function openPage(
  port: number,
  client: TestClient,
  lastTicketId: string | null = null,
): Promise<PageChannel> {
  const { channelId = '' } = client.session as unknown as Readonly<Record<string, string>>
  const socket = openChannelSocket(`ws://127.0.0.1:${port}${channelPath(channelId)}`, {
    host: client.host,
    origin: `http://${client.host}`,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const listeners = new Map<number, () => void>()
  const heard: string[] = []
  let cut = false
  await new Promise<void>((welcome, failed) => {
    socket.on('error', failed)
    socket.on('close', (code) => {
      cut = true
      failed(new Error(`the channel was closed with ${code}`))
    })
    socket.on('message', (data) => {
      const frame = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}') as Frame
      if (frame.kind === 'welcome') welcome()
      if (frame.ticket === undefined) return
      heard.push(frame.id ?? '')
      listeners.get(frame.ticket)?.()
    })
    socket.on('open', () => {
      const { accessToken, userCredential } = client.session ?? {}
      socket.send(JSON.stringify({ kind: 'authenticate', accessToken, userCredential, lastTicketId }))
    })
  })
  return {
    next: (ticket) => new Promise<number>((listen) => listeners.set(ticket, () => listen(performance.now()))),
    heard,
    isCut: () => cut,
    beat: () => socket.send(JSON.stringify({ kind: 'heartbeat' })),
    close: () => {
      socket.removeAllListeners('close')
      socket.terminate()
    },
  }
}

/** How long a page waits until it tries again; the nth time, from 1. */
export type RetryDelay = (tries: number) => number

const OPENING_TRIES = 60

/** Opens a channel and retries as a page does, because the server may refuse so many at once. */
export async function openPatiently(
  port: number,
  client: TestClient,
  delayMs: RetryDelay,
  lastTicketId: string | null = null,
): Promise<PageChannel> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openPage(port, client, lastTicketId)
    } catch (error) {
      if (tries === OPENING_TRIES) throw error
      await wait(delayMs(tries))
    }
  }
}
