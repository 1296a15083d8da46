import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Holds every session's row, as a commit does that the disk is slow to take; answers how to let go. */
async function holdSessions(): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const done = api.database.transaction(async (tx) => {
    await tx.execute('select 1 from sessions for update')
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, done])
  return async () => {
    released.resolve()
    await done
  }
}

const waiting = async (): Promise<number> => {
  const { rows } = await api.database.executeSql(
    `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (rows as { waiting: number }[])[0]?.waiting ?? 0
}

test('of a page’s requests one notes that the session is used; the others do not wait for that to be written', async () => {
  const client = await createCustomer(api, { email: 'page@example.com' })
  api.clock.advance(61_000)
  const letGo = await holdSessions()
  const first = client.call(CALLS.listSession, {})
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  // Waits for ever where each notes it by itself; with as many requests as the pool has sessions, everybody would.
  for (let request = 0; request < 3; request += 1)
    expect((await client.call(CALLS.listSession, {})).code).toBe(1)
  await letGo()
  expect((await first).code).toBe(1)
  api.clock.advance(29.5 * 60_000)
  expect((await client.call(CALLS.listSession, {})).code, 'the use was noted').toBe(1)
})
