import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  changePasswordCall,
  getPersonalInfoCall,
  sendCreateAccountEmailCall,
} from '@dolphin/contract/identity'
import { signInCall, signOutCall } from '@dolphin/contract/identity-sessions'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ok } from '@dolphin/domain/outcome'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataPaths } from '../config/config.ts'
import { goesOnWhenFull } from '../http/full-disk.ts'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer, PASSWORD } from '../testing/customers.ts'
import { resetApi } from '../testing/reset-api.ts'
import { signLoan } from '../testing/signed-loans.ts'

const { code: PAUSED, message: SENTENCE } = RESPONSE_CODES.savingPaused

let api: TestApi
let usedShare = 0

beforeAll(async () => {
  api = await startTestApi({
    env: { DISK_FULL_PERCENT: '90' },
    readSpace: (folder) => Promise.resolve(folder.endsWith('objects') ? usedShare : 0.1),
  })
})
beforeEach(async () => {
  await fillTo(0.5)
  await resetApi(api)
})
afterAll(() => api.close())

/** How full the disk of the documents is from now on; what was read before is old by then. */
async function fillTo(share: number): Promise<void> {
  usedShare = share
  api.clock.advance(5_000)
  await api.deps.disk.isFull()
}

const askForLink = (email: string, idempotencyKey: string = randomUUID()) =>
  api
    .client()
    .call(
      sendCreateAccountEmailCall,
      { body: { portfolioId: 118, email, createAccountType: 2 } },
      { idempotencyKey },
    )

test('design/security.md F6: writes are taken up to 90 % of a disk and refused from there on, with a time to come back', async () => {
  await fillTo(0.899)
  expect((await askForLink('before@example.com')).code).toBe(1)
  await fillTo(0.9)
  expect(await askForLink('full@example.com')).toMatchObject({
    status: 503,
    code: PAUSED,
    data: { message: SENTENCE.en, retryAfterSeconds: 60 },
  })
  const answer = await api.app.inject({
    method: 'POST',
    url: '/fssapi/dolphin-loan/online/no-matter',
    headers: { host: 'localhost:8080' },
  })
  expect(answer.statusCode).toBe(404)
  expect(await api.mailsTo('full@example.com')).toEqual([])
})

test('F6: the reader’s language and the Retry-After header stand in the refusal; nothing of the body is looked at', async () => {
  await fillTo(0.95)
  const answer = await api.app.inject({
    method: 'POST',
    url: `/fssapi${sendCreateAccountEmailCall.path}`,
    headers: { host: 'localhost:8080', 'accept-language': 'es', 'content-type': 'application/json' },
    payload: '{',
  })
  expect(answer.headers['retry-after']).toBe('60')
  expect(answer.json()).toMatchObject({ code: PAUSED, data: { message: SENTENCE.es } })
})

test('F6: reading goes on, and signing in and out, which reading needs', async () => {
  const client = await createCustomer(api, { email: 'reader@example.com' })
  await fillTo(0.97)
  expect(await client.ask(getPersonalInfoCall, {})).toMatchObject({ openId: client.openId })
  for (const url of ['/healthz', '/readyz'])
    expect((await api.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })).statusCode).toBe(
      200,
    )
  const change = { currentPassword: PASSWORD, newPassword: 'Another-Horse-8' }
  expect((await client.call(changePasswordCall, { body: change })).code).toBe(PAUSED)
  const body = {
    portfolioId: 118,
    account: 'reader@example.com',
    password: PASSWORD,
    device: { remember: false },
  }
  expect((await api.client().call(signInCall, { body })).code).toBe(1)
  expect((await client.call(signOutCall, { body: { everywhere: false } })).code).toBe(1)
})

test('F6: once there is room the same intent is taken, once', async () => {
  const key = randomUUID()
  await fillTo(0.93)
  expect((await askForLink('later@example.com', key)).code).toBe(PAUSED)
  await fillTo(0.6)
  expect((await askForLink('later@example.com', key)).code).toBe(1)
  expect((await askForLink('later@example.com', key)).code).toBe(1)
  expect(await api.mailsTo('later@example.com')).toHaveLength(1)
})

test('F6: a provider’s message is refused, so that it is sent again', async () => {
  await fillTo(0.91)
  const answer = await api.app.inject({
    method: 'POST',
    url: '/webhooks/ibv/sandbox',
    headers: { host: 'localhost:8080' },
    payload: '{}',
  })
  expect(answer.json()).toMatchObject({ status: 503, code: PAUSED })
})

test('F6: no round takes money while a disk is nearly full, and the next one does once it is not', async () => {
  await signLoan(api)
  const outbox = join(dataPaths(api.deps.config.dataDir).bank, 'outbox')
  const files = (): Promise<string[]> => readdir(outbox).catch(() => [])
  const tick = async () => {
    await api.deps.units.write(async (unit) => ok(await api.deps.jobs.tick(unit)))
    await api.deps.jobs.drain()
  }
  api.clock.set('2026-03-03T16:45:00-05:00')
  await fillTo(0.9)
  await tick()
  expect(await files()).toEqual([])
  await fillTo(0.7)
  await tick()
  expect(await files()).toEqual(['118-20260303-A.ach'])
})

test('F6: what was taken before is finished: its mail leaves', async () => {
  await api.client().ask(sendCreateAccountEmailCall, {
    body: { portfolioId: 118, email: 'promised@example.com', createAccountType: 2 },
  })
  await fillTo(0.99)
  expect(await api.mailsTo('promised@example.com')).toHaveLength(1)
})

test('F6: the figures say how full each disk is and whether writes are paused', async () => {
  await fillTo(0.94)
  const { text } = await api.deps.observability.metrics.scrape()
  expect(text).toContain('dolphin_disk_used_ratio{folder="objects"} 0.94')
  expect(text).toContain('dolphin_disk_used_ratio{folder="data"} 0.1')
  expect(text).toMatch(/^dolphin_writes_paused 1$/m)
  await fillTo(0.4)
  expect((await api.deps.observability.metrics.scrape()).text).toMatch(/^dolphin_writes_paused 0$/m)
})

test('F6: every call that needs a key is one that a full disk refuses; reads are none', () => {
  const names = Object.keys(CALLS) as CallName[]
  const refused = names.filter((name) => !goesOnWhenFull(CALLS[name]))
  expect(names.filter((name) => CALLS[name].idempotent && !refused.includes(name))).toEqual([])
  expect(refused.filter((name) => CALLS[name].method === 'GET')).toEqual([])
})
