import { changePasswordCall } from '@dolphin/contract/identity'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, mailedCode, PASSWORD } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { describeDevice } from './account-notice.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

async function signIn(client: TestClient, email: string, remember = false) {
  const step = await client.ask(signInCall, {
    body: { portfolioId: 118, account: email, password: PASSWORD, device: { remember } },
  })
  if (!step.needsCode) return
  const body = { sessionId: step.sessionId, code: await mailedCode(api, email), rememberDevice: remember }
  const options = { headers: { 'user-agent': USER_AGENT } }
  client.session = await client.ask(verifyLoginCodeCall, { body }, options)
}

const notices = async (email: string) => (await api.mailsTo(email)).filter(({ kind }) => kind === 'newDevice')

test('a mail reports each new device to the owner, once, with what to do next (design/security.md T1)', async () => {
  const email = 'new-device@example.com'
  const first = await createCustomer(api, { email })
  await signIn(first, email)
  expect(await notices(email)).toEqual([])
  const thief = api.client()
  await signIn(thief, email)
  const [notice, ...more] = await notices(email)
  expect(more).toEqual([])
  expect(notice?.content.text).toContain('Chrome on Windows')
  expect(notice?.content.text).toContain('March 3, 2026 at 10:00 AM EST')
  expect(notice?.content.text).toContain('This was not me')
  expect(notice?.content.text).toMatch(/http:\/\/localhost:8080\/send-reset-link/)
  await signIn(thief, email)
  expect(await notices(email)).toHaveLength(1)
})

test('known is not trusted: only a remembered device is spared the code (domain.md §12)', async () => {
  const email = 'known@example.com'
  const client = await createCustomer(api, { email })
  const step = () =>
    client.ask(signInCall, {
      body: { portfolioId: 118, account: email, password: PASSWORD, device: { remember: false } },
    })
  expect((await step()).needsCode).toBe(true)
  // Of two codes the later one is good, so they are not mailed in one moment.
  await mailedCode(api, email)
  api.clock.advance(1_000)
  await signIn(client, email, true)
  expect((await step()).needsCode).toBe(false)
  // A later sign-in without the tick does not take the trust back; it was asked for before.
  expect((await step()).needsCode).toBe(false)
})

test('a token planted in a browser never becomes a known device (session fixation)', async () => {
  const email = 'planted@example.com'
  await createCustomer(api, { email })
  const victim = api.client()
  const planted = 'A'.repeat(43)
  victim.cookies.set('__Host-dolphin-device', planted)
  const step = await victim.ask(signInCall, {
    body: {
      portfolioId: 118,
      account: email,
      password: PASSWORD,
      device: { deviceToken: planted, remember: true },
    },
  })
  if (!step.needsCode) throw new Error('a planted token is no trust')
  const body = { sessionId: step.sessionId, code: await mailedCode(api, email), rememberDevice: true }
  await victim.ask(verifyLoginCodeCall, { body })
  const thief = await api.client().ask(signInCall, {
    body: {
      portfolioId: 118,
      account: email,
      password: PASSWORD,
      device: { deviceToken: planted, remember: true },
    },
  })
  expect(thief.needsCode).toBe(true)
})

test('a new password makes every device unknown again, and the owner is notified (contract.md)', async () => {
  const email = 'forget@example.com'
  const client = await createCustomer(api, { email })
  await signIn(client, email, true)
  const newPassword = 'Another-Horse-8'
  await client.ask(changePasswordCall, { body: { currentPassword: PASSWORD, newPassword } })
  expect((await api.mailsTo(email))[0]?.kind).toBe('passwordChanged')
  const step = await client.ask(signInCall, {
    body: { portfolioId: 118, account: email, password: newPassword, device: { remember: false } },
  })
  expect(step.needsCode).toBe(true)
})

test.each([
  [USER_AGENT, 'Chrome on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Mobile', 'Samsung Internet on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) FxiOS/130.0 Safari/605.1', 'Firefox on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36 EdgA/130.0', 'Edge on Android'],
  ['', 'An unknown browser on an unknown system'],
])('a device is named as its owner would: %s', (userAgent, words) => {
  expect(describeDevice(userAgent).en).toBe(words)
})
