import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { openSessionCutter, type SessionCutter } from '@dolphin/testkit/cut-sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer } from '../testing/customers.ts'

let api: TestApi
let cutter: SessionCutter
beforeAll(async () => {
  api = await startTestApi()
  const { location } = api.database
  if (!('url' in location)) throw new Error('an embedded database is never away')
  cutter = await openSessionCutter(location.url)
})
afterAll(async () => {
  await cutter.close()
  await api.close()
})

const setReadOnly = async (mode: 'on' | 'off') => {
  const { rows } = await cutter.query('select current_database() as name')
  const [{ name = '' } = {}] = rows as { name?: string }[]
  await cutter.query('set default_transaction_read_only = off')
  await cutter.query(`alter database "${name}" set default_transaction_read_only = ${mode}`)
  await cutter.cut()
}
const ready = () => api.app.inject({ url: '/readyz' })

test('a database that takes no writes: 503 with Retry-After, readyz says so, and it is over with it', async () => {
  const client = await createCustomer(api, { email: 'outage@example.com' })
  expect((await ready()).statusCode).toBe(200)
  await setReadOnly('on')
  await expect.poll(async () => (await ready()).statusCode).toBe(503)
  expect((await ready()).json()).toMatchObject({
    data: { checks: { database: { ok: false, reason: 'the database takes no writes' } } },
  })
  const refused = await client.call(CALLS.sendMessage, { body: { text: 'Hello' } })
  expect(refused).toMatchObject({ status: 503, code: RESPONSE_CODES.savingPaused.code })
  expect(refused.data).toHaveProperty('retryAfterSeconds')
  await setReadOnly('off')
  await expect.poll(async () => (await ready()).statusCode).toBe(200)
  expect((await client.call(CALLS.sendMessage, { body: { text: 'Hello' } })).code).toBe(1)
})
