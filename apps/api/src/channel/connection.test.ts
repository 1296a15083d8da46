import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Connection, type ConnectionParts } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('nothing runs on for a page that left while its session was being looked up (fuzz, channel)', async () => {
  const socket = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, close: () => undefined })
  let answer: (resolved: unknown) => void = () => undefined
  const limited = { kind: 'limited', sessionId: 'S1', tokenHash: '', portfolioId: 118, applicationNo: 'A1' }
  const rows = { select: () => ({ from: () => ({ where: async () => [{ sessionId: 'S1' }] }) }) }
  const parts = {
    deps: { database: { db: rows } },
    sessions: { resolve: () => new Promise((done) => (answer = done)), isAlive: () => true },
    channelId: 'C1',
    portfolioId: 118,
    bindingCookie: undefined,
  } as unknown as ConnectionParts
  const connection = new Connection(socket as unknown as WebSocket, parts)
  const hello = { kind: 'authenticate', accessToken: 'a', userCredential: 'b', lastTicketId: null }
  socket.emit('message', Buffer.from(JSON.stringify(hello)), false)
  connection.stop()
  answer({ ok: true, value: limited })
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})
