import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { createCustomer, mailedCode, PASSWORD } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const MINUTE = 60_000
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

/** Signs in on a further device. */
async function signInOn(email: string, userAgent: string, client = api.client()): Promise<TestClient> {
  await api.runJobs()
  const device = { remember: false }
  const step = await client.ask(CALLS.signIn, {
    body: { portfolioId: 118, account: email, password: PASSWORD, device },
  })
  if (!step.needsCode) throw new Error('a new device is asked for a code')
  const body = { sessionId: step.sessionId, code: await mailedCode(api, email), rememberDevice: false }
  client.session = await client.ask(CALLS.verifyLoginCode, { body }, { headers: { 'user-agent': userAgent } })
  return client
}

const places = async (client: TestClient) => (await client.ask(CALLS.listSession, {})).sessions
const idOf = async (client: TestClient) => (await places(client))[0]?.sessionId ?? ''
const endOne = (client: TestClient, sessionId: string, currentPassword = PASSWORD) =>
  client.call(CALLS.endSession, { body: { which: 'one', sessionId, currentPassword } })
const codeOf = async (client: TestClient) => (await client.call(CALLS.listSession, {})).code
const ENDED = RESPONSE_CODES.tokenOutdated.code
const ended = async (openId: string) =>
  (await listAudit(api.database.db, 118, openId)).filter(({ action }) => action === 'sessionsEnded')

test('a customer sees each device they are signed in on, this one first, since when and when last seen (ASVS 7.5.2)', async () => {
  const email = 'places-1@example.com'
  const here = await createCustomer(api, { email })
  api.clock.advance(2 * MINUTE)
  const phone = await signInOn(email, PHONE)
  api.clock.advance(3 * MINUTE)
  await signInOn(email, TABLET)
  api.clock.advance(4 * MINUTE)
  await phone.ask(CALLS.extendSession, { body: {} })
  const [first, second, third, ...more] = await places(here)
  expect(more).toEqual([])
  expect(first).toMatchObject({ browser: null, system: null, current: true })
  expect(second).toMatchObject({ browser: 'Chrome', system: 'Android', current: false })
  expect(third).toMatchObject({ browser: 'Safari', system: 'iPad', current: false })
  const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MINUTE
  expect(minutes(first?.startedAt ?? '', second?.startedAt ?? '')).toBe(2)
  expect(minutes(second?.startedAt ?? '', second?.lastSeenAt ?? '')).toBe(7)
  expect(minutes(third?.startedAt ?? '', third?.lastSeenAt ?? '')).toBe(0)
})

test('the list holds nothing that opens a session, and no more of a device than its name (ASVS 7.5.2)', async () => {
  const email = 'places-2@example.com'
  const here = await createCustomer(api, { email })
  const phone = await signInOn(email, PHONE)
  const { data } = await here.call(CALLS.listSession, {})
  const listed = JSON.stringify(data)
  const { accessToken = '', userCredential = '' } = phone.session ?? {}
  for (const secret of [accessToken, userCredential, 'Pixel']) expect(listed).not.toContain(secret)
  const { rows } = await api.database.executeSql('select * from sessions')
  expect(JSON.stringify(rows)).not.toContain('Pixel')
  for (const { token_hash, channel_id, cookie_hash } of rows as Readonly<Record<string, string>>[])
    for (const kept of [token_hash, channel_id, cookie_hash])
      if (typeof kept === 'string') expect(listed).not.toContain(kept)
})

test('what was signed out, left alone too long or another customer’s is not listed', async () => {
  const email = 'places-3@example.com'
  const here = await createCustomer(api, { email })
  await createCustomer(api, { email: 'places-other@example.com' })
  await createCustomer(api, { email, portfolioId: 110 })
  const left = await signInOn(email, PHONE)
  await left.ask(CALLS.signOut, { body: { everywhere: false } })
  await signInOn(email, TABLET)
  api.clock.advance(20 * MINUTE)
  expect(await places(here)).toHaveLength(2)
  api.clock.advance(10 * MINUTE)
  expect(await places(here)).toMatchObject([{ current: true }])
})

test('ending one asks for the password, ends that one, is noted once and may be asked again (ASVS 7.5.2)', async () => {
  const email = 'places-4@example.com'
  const here = await createCustomer(api, { email })
  const phone = await signInOn(email, PHONE)
  const tablet = await signInOn(email, TABLET)
  const sessionId = await idOf(phone)
  const wrong = { which: 'one', sessionId, currentPassword: 'Wrong-Horse-7' } as const
  await expectRefused(here, 'endSession', { body: wrong }, 'currentPasswordWrong')
  expect(await codeOf(phone)).toBe(1)
  expect(await endOne(here, sessionId)).toMatchObject({ code: 1, data: { done: true } })
  expect(await codeOf(phone)).toBe(ENDED)
  expect([await codeOf(here), await codeOf(tablet)]).toEqual([1, 1])
  expect(await places(here)).toHaveLength(2)
  expect(await endOne(here, sessionId)).toMatchObject({ code: 1, data: { done: true } })
  expect(await ended(here.openId)).toMatchObject([
    { actor: `customer:${here.openId}`, facts: { ended: 1 }, subject: here.openId },
  ])
})

test('who signs in again in the same browser leaves no session of theirs behind, in another browser it stays (ASVS 7.2.4)', async () => {
  const email = 'places-10@example.com'
  const here = await createCustomer(api, { email })
  const phone = await signInOn(email, PHONE)
  const before = api.client()
  before.session = here.session
  for (const [name, value] of here.cookies) before.cookies.set(name, value)
  await signInOn(email, TABLET, here)
  expect(await codeOf(before)).toBe(ENDED)
  expect(await codeOf(phone)).toBe(1)
  expect(await places(here)).toMatchObject([{ system: 'iPad', current: true }, { system: 'Android' }])
})

test('another customer’s session is answered as one that is not there, and goes on (design/security.md T5)', async () => {
  const owner = await createCustomer(api, { email: 'places-5@example.com' })
  const otherCustomer = await createCustomer(api, { email: 'places-6@example.com' })
  const elsewhere = await createCustomer(api, { email: 'places-5@example.com', portfolioId: 110 })
  const sessionId = await idOf(owner)
  for (const client of [otherCustomer, elsewhere]) {
    const foreign = await endOne(client, sessionId)
    expect(foreign).toEqual(await endOne(client, 'nothing'))
    expect(foreign.code).toBe(1)
    expect(await ended(client.openId)).toEqual([])
  }
  expect(await codeOf(owner)).toBe(1)
})

test('all others end at once, this one goes on, another customer’s too (ASVS 7.5.2)', async () => {
  const email = 'places-7@example.com'
  const here = await createCustomer(api, { email })
  const other = await createCustomer(api, { email: 'places-8@example.com' })
  const devices = [await signInOn(email, PHONE), await signInOn(email, TABLET)]
  const body = { which: 'others', currentPassword: PASSWORD } as const
  await here.ask(CALLS.endSession, { body })
  for (const device of devices) expect(await codeOf(device)).toBe(ENDED)
  expect([await codeOf(here), await codeOf(other)]).toEqual([1, 1])
  expect(await places(here)).toMatchObject([{ current: true }])
  await here.ask(CALLS.endSession, { body })
  expect(await ended(here.openId)).toMatchObject([{ facts: { ended: 2 } }])
})

test('guessing the password here is slowed down; a right one forgets the guesses (design/security.md T1)', async () => {
  const email = 'places-9@example.com'
  const here = await createCustomer(api, { email })
  const guess = (currentPassword: string) => ({ body: { which: 'others', currentPassword } }) as const
  for (let tried = 0; tried < 3; tried += 1)
    await expectRefused(here, 'endSession', guess('Wrong-Horse-7'), 'currentPasswordWrong')
  await here.ask(CALLS.endSession, guess(PASSWORD))
  for (let tried = 0; tried < 4; tried += 1)
    await expectRefused(here, 'endSession', guess('Wrong-Horse-7'), 'currentPasswordWrong')
  for (let tried = 0; tried < 8; tried += 1) await here.call(CALLS.endSession, guess('Wrong-Horse-7'))
  await expectRefused(here, 'endSession', guess(PASSWORD), 'signInThrottled')
})
