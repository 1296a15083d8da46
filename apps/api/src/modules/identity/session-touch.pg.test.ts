import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { holdLock, waitingForLocks } from '../../testing/held-locks.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('of a page’s requests one notes that the session is used; the others do not wait for that to be written', async () => {
  const client = await createCustomer(api, { email: 'page@example.com' })
  api.clock.advance(61_000)
  const letGo = await holdLock(api, (tx) => tx.execute('select 1 from sessions for update'))
  const first = client.call(CALLS.listSession, {})
  await vi.waitFor(async () => expect(await waitingForLocks(api)).toBe(1))
  // Waits for ever where each notes it by itself; with as many requests as the pool has sessions, everybody would.
  for (let request = 0; request < 3; request += 1)
    expect((await client.call(CALLS.listSession, {})).code).toBe(1)
  await letGo()
  expect((await first).code).toBe(1)
  api.clock.advance(29.5 * MINUTE_MS)
  expect((await client.call(CALLS.listSession, {})).code, 'the use was noted').toBe(1)
})
