import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { openSessionCutter, type SessionCutter } from '@dolphin/testkit/cut-sessions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer } from '../testing/customers.ts'
import type { TestClient } from '../testing/test-client.ts'

let api: TestApi
let cutter: SessionCutter
let holder: SessionCutter
beforeAll(async () => {
  api = await startTestApi()
  const { location } = api.database
  if (!('url' in location)) throw new Error('an embedded database has no sessions to cut')
  cutter = await openSessionCutter(location.url)
  holder = await openSessionCutter(location.url)
})
afterAll(async () => {
  await holder.close()
  await cutter.close()
  api.shown.discard()
  await api.close()
})

const waiting = async (): Promise<number> => {
  const { rows } = await cutter.query(
    "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return (rows as { waiting: number }[])[0]?.waiting ?? 0
}

test('a write whose session is cut is refused with 503, and the same intent again takes effect once', async () => {
  const client = await createCustomer(api, { email: 'cut@example.com' })
  for (let cut = 0; cut < 3; cut += 1) {
    const text = `message ${cut}`
    const intent = { idempotencyKey: randomUUID() }
    await holder.query('begin')
    await holder.query('lock table secure_messages in exclusive mode')
    const first = client.call(CALLS.sendMessage, { body: { text } }, intent)
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    await cutter.cut()
    expect((await first).code).toBe(RESPONSE_CODES.overloaded.code)
    await holder.query('rollback')
    const again = await client.ask(CALLS.sendMessage, { body: { text } }, intent)
    expect(again.text).toBe(text)
    expect(await client.ask(CALLS.sendMessage, { body: { text } }, intent)).toEqual(again)
  }
  const { messages } = await client.ask(CALLS.listMessage, { query: {} })
  expect(messages.map(({ text }) => text)).toEqual(['message 2', 'message 1', 'message 0'])
})

test('under load, with jobs at work, sessions are cut again and again: every call is answered, and the next ones succeed', async () => {
  const clients: TestClient[] = []
  for (let one = 0; one < 4; one += 1)
    clients.push(await createCustomer(api, { email: `load${one}@example.com` }))
  await api.jobs.startWorkers()
  const over = new AbortController()
  const codes = new Map<number, number>()
  const load = clients.map(async (client) => {
    while (!over.signal.aborted) {
      const { code } = await client.call(CALLS.listMessage, { query: {} })
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  })
  for (let cut = 0; cut < 10; cut += 1) {
    await wait(50)
    await cutter.cut()
    const tick = api.deps.units.write(async (unit) => ({ ok: true, value: await api.jobs.tick(unit) }))
    await tick.catch(() => undefined)
  }
  over.abort()
  await Promise.all(load)
  expect([...codes.keys()].every((code) => code === 1 || code === RESPONSE_CODES.overloaded.code)).toBe(true)
  for (const client of clients) await client.ask(CALLS.sendMessage, { body: { text: 'still there' } })
  await api.jobs.rest()
  await vi.waitFor(async () => void (await api.jobs.drain()), { timeout: 30_000, interval: 100 })
})
