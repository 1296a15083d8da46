import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONNECTION_LIMITS, cutSlowReaders } from './connection-limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a request without a socket, as tests inject them, has nothing to be reset when its answer takes too long', async () => {
  const app = Fastify()
  cutSlowReaders(app, CONNECTION_LIMITS)
  const given = new Promise<void>((begun) => {
    app.get('/endless', (_request, reply) => reply.send(new Readable({ read: () => begun() })))
  })
  void app.inject('/endless').catch(() => undefined)
  await given
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(CONNECTION_LIMITS.answerMs)
  expect(vi.getTimerCount()).toBe(0)
})
