import { EventEmitter } from 'node:events'
import { authenticateWithinMs, ChannelClose } from '@dolphin/contract/channel'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Connection, type ConnectionDeps } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITED = { kind: 'limited', sessionId: 'S1', tokenHash: '', portfolioId: 118, applicationNo: 'A1' }
const HELLO = { kind: 'authenticate', accessToken: 'a', userCredential: 'b', lastTicketId: null }

/** A page's connection to a server that looks its session up for as long as a test wants. */
function openConnection() {
  const sent: unknown[] = []
  const closed: number[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    close: (code: number) => void closed.push(code),
    send: (text: string) => void sent.push(JSON.parse(text)),
  })
  const session = Promise.withResolvers<unknown>()
  const parts = {
    deps: {},
    sessions: { resolve: () => session.promise, isAlive: () => true },
    channelId: 'C1',
    portfolioId: 118,
    bindingCookie: undefined,
  } as unknown as ConnectionDeps
  return {
    connection: new Connection(socket as unknown as WebSocket, parts),
    sent,
    closed,
    hello: () => void socket.emit('message', Buffer.from(JSON.stringify(HELLO)), false),
    found: async (resolved: unknown) => {
      session.resolve(resolved)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('nothing runs on for a page that left while its session was being looked up (fuzz, channel)', async () => {
  const { connection, hello, found } = openConnection()
  hello()
  connection.stop()
  await found({ ok: true, value: LIMITED })
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that proved itself in time is not sent away because we are slow (storm of ten thousand pages)', async () => {
  const { closed, sent, hello, found } = openConnection()
  await vi.advanceTimersByTimeAsync(authenticateWithinMs - 1)
  hello()
  await vi.advanceTimersByTimeAsync(2 * authenticateWithinMs)
  expect(closed).toEqual([])
  await found({ ok: true, value: LIMITED })
  expect(sent).toEqual([{ kind: 'welcome' }])
})

test('a page that proves nothing within its time is sent away', async () => {
  const { closed } = openConnection()
  await vi.advanceTimersByTimeAsync(authenticateWithinMs)
  expect(closed).toEqual([ChannelClose.notAuthenticated])
})

test('a page proves itself once, also while the first proof is looked at', () => {
  const { closed, hello } = openConnection()
  hello()
  hello()
  expect(closed).toEqual([ChannelClose.badFrame])
})
