import {
  extendSessionCall,
  resendVerificationCodeCall,
  signInCall,
  signOutCall,
  verifyLoginCodeCall,
} from '@dolphin/contract/identity-sessions'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { moveAccountStatus } from '@dolphin/database/identity/customer-repository'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, mailedCode, PASSWORD } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const MINUTE = 60_000
const NO_DEVICE = { remember: false }

const attempt = (client: TestClient, account: string, password = PASSWORD) =>
  client.call(signInCall, { body: { portfolioId: client.portfolioId, account, password, device: NO_DEVICE } })

/** Signs in as far as the code; answers the flow. */
async function codeStep(client: TestClient, email: string) {
  const step = await client.ask(signInCall, {
    body: { portfolioId: 118, account: email, password: PASSWORD, device: NO_DEVICE },
  })
  if (!step.needsCode) throw new Error('a new device is asked for a code')
  return step
}

/** A code that is certainly not the given one. */
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a new device needs the mailed code, a remembered one does not (domain.md §12)', async () => {
  await createCustomer(api, { email: 'device@example.com' })
  const laptop = api.client()
  const step = await codeStep(laptop, 'DEVICE@example.com')
  expect(step).toMatchObject({ codeBy: 'mail', maskedAddress: 'd•••@example.com', triesLeft: 5 })
  const code = await mailedCode(api, 'device@example.com')
  const body = { sessionId: step.sessionId, code, rememberDevice: true }
  laptop.session = await laptop.ask(verifyLoginCodeCall, { body })
  expect((await laptop.ask(getPersonalInfoCall, {})).openId).toMatch(/^[\w-]{22}$/)
  expect(await attempt(laptop, 'device@example.com')).toMatchObject({ code: 1, data: { needsCode: false } })
  expect(await attempt(api.client(), 'device@example.com')).toMatchObject({
    code: 1,
    data: { needsCode: true },
  })
})

test('unknown email and wrong password get the same answer (design/security.md T3)', async () => {
  await createCustomer(api, { email: 'alike@example.com' })
  const bare = ({ data, ...rest }: Awaited<ReturnType<typeof attempt>>) => ({
    ...rest,
    data: { ...data, requestId: '' },
  })
  const wrong = await attempt(api.client(), 'alike@example.com', 'Wrong-Horse-9')
  const unknown = await attempt(api.client(), 'unknown@example.com', 'Wrong-Horse-9')
  expect(bare(unknown)).toEqual(bare(wrong))
  expect(wrong).toMatchObject({ status: 422, code: -79050002 })
})

test('inactive and frozen are told only after the right password (domain.md §12)', async () => {
  const { openId } = await createCustomer(api, { email: 'frozen@example.com' })
  const owner = { portfolioId: 118, openId }
  for (const status of [AccountStatus.inactive, AccountStatus.frozen]) {
    await moveAccountStatus(api.database.db, owner, {
      from: AccountStatus.active,
      to: status,
      at: api.clock.now(),
    })
    const wrong = await attempt(api.client(), 'frozen@example.com', 'Wrong-Horse-9')
    expect(wrong.data).not.toHaveProperty('accountStatus')
    expect((await attempt(api.client(), 'frozen@example.com')).data).toMatchObject({ accountStatus: status })
    await moveAccountStatus(api.database.db, owner, {
      from: status,
      to: AccountStatus.active,
      at: api.clock.now(),
    })
  }
})

test('from the fifth failure on each guess waits, at the same time or not, and the owner gets in within 15 min (design/security.md T1)', async () => {
  await createCustomer(api, { email: 'stuffed@example.com' })
  const results = await Promise.all(
    Array.from({ length: 12 }, () => attempt(api.client(), 'stuffed@example.com', 'Wrong-Horse-9')),
  )
  const verified = results.filter(({ code }) => code === -79050002)
  expect(verified).toHaveLength(5)
  const throttled = await attempt(api.client(), 'stuffed@example.com')
  expect(throttled).toMatchObject({ status: 429, code: RESPONSE_CODES.signInThrottled.code })
  expect(throttled.data).toHaveProperty('retryAfterSeconds')
  api.clock.advance(15 * MINUTE)
  expect((await attempt(api.client(), 'stuffed@example.com')).code).toBe(1)
})

test('the sixth try of a code is refused even when right (design/security.md T4)', async () => {
  await createCustomer(api, { email: 'guess@example.com' })
  const client = api.client()
  const { sessionId } = await codeStep(client, 'guess@example.com')
  const code = await mailedCode(api, 'guess@example.com')
  const answer = (typed: string) =>
    client.call(verifyLoginCodeCall, { body: { sessionId, code: typed, rememberDevice: false } })
  for (let tries = 1; tries <= 4; tries += 1) {
    expect((await answer(another(code))).code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
  }
  expect((await answer(another(code))).code).toBe(RESPONSE_CODES.loginCodeLocked.code)
  expect((await answer(code)).code).toBe(RESPONSE_CODES.loginCodeLocked.code)
})

test('a code of another flow, one used before and one at ten minutes are refused (design/security.md T4)', async () => {
  await createCustomer(api, { email: 'flow@example.com' })
  const client = api.client()
  const first = await codeStep(client, 'flow@example.com')
  const firstCode = await mailedCode(api, 'flow@example.com')
  const second = await codeStep(client, 'flow@example.com')
  const verify = (sessionId: string, code: string) =>
    client.call(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: false } })
  const secondCode = await mailedCode(api, 'flow@example.com')
  expect(firstCode).not.toBe(secondCode)
  expect((await verify(second.sessionId, firstCode)).code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
  expect((await verify(second.sessionId, secondCode)).code).toBe(1)
  expect((await verify(second.sessionId, secondCode)).code).toBe(RESPONSE_CODES.loginCodeExpired.code)
  api.clock.advance(10 * MINUTE)
  expect((await verify(first.sessionId, firstCode)).code).toBe(RESPONSE_CODES.loginCodeExpired.code)
})

test('a code is sent again at most three times in ten minutes, and only the newest holds (contract.md)', async () => {
  await createCustomer(api, { email: 'resend@example.com' })
  const client = api.client()
  const { sessionId } = await codeStep(client, 'resend@example.com')
  const stale = await mailedCode(api, 'resend@example.com')
  for (let sent = 0; sent < 3; sent += 1)
    await client.ask(resendVerificationCodeCall, { body: { sessionId } })
  const fourth = await client.call(resendVerificationCodeCall, { body: { sessionId } })
  expect(fourth).toMatchObject({ status: 429, code: RESPONSE_CODES.tooManyRequests.code })
  const verify = (code: string) =>
    client.call(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: false } })
  expect((await verify(stale)).code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
})

test('a session ends after 30 minutes of silence, and in any case after 12 hours (domain.md §12)', async () => {
  const client = await createCustomer(api, { email: 'idle@example.com' })
  const alive = () => client.call(getPersonalInfoCall, {})
  for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
    expect((await alive()).code).toBe(1)
    api.clock.advance(29 * MINUTE)
  }
  // Seen 25 minutes ago and still too old.
  expect((await alive()).code).toBe(1)
  api.clock.advance(25 * MINUTE)
  expect((await alive()).code).toBe(-82030002)
  const other = await createCustomer(api, { email: 'idle-2@example.com' })
  await other.ask(extendSessionCall, { body: {} })
  api.clock.advance(30 * MINUTE)
  expect((await other.call(getPersonalInfoCall, {})).code).toBe(-82030002)
})

test('missing, lone, forged and foreign credentials get their own codes (domain.md §12)', async () => {
  const client = await createCustomer(api, { email: 'codes@example.com' })
  const other = await createCustomer(api, { email: 'codes-2@example.com' })
  const session = client.session
  if (session === undefined || other.session === undefined) throw new Error('both are signed in')
  const read = () => client.call(getPersonalInfoCall, {})
  client.session = { ...session, userCredential: '' }
  expect((await read()).code).toBe(-79050003)
  client.session = { ...session, userCredential: other.session.userCredential }
  expect((await read()).code).toBe(-79050001)
  client.session = { ...session, userCredential: `${session.userCredential}x` }
  expect((await read()).code).toBe(-79050001)
  client.session = { ...session, accessToken: 'x'.repeat(43) }
  expect((await read()).code).toBe(-82030002)
  client.session = undefined
  expect((await read()).code).toBe(-82030001)
})

test('the two headers without the browser cookie open nothing, nor at another portfolio (design/security.md D2, T6)', async () => {
  const client = await createCustomer(api, { email: 'cookie@example.com' })
  const [cookie] = [...client.cookies.keys()]
  expect(cookie).toBe('__Host-dolphin')
  const thief = api.client()
  thief.session = client.session
  expect((await thief.call(getPersonalInfoCall, {})).code).toBe(-79050001)
  const elsewhere = api.client(110)
  elsewhere.session = client.session
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.call(getPersonalInfoCall, {})).code).toBe(-79050001)
})

test('signing out ends the session on the server (ASVS 7.4.1)', async () => {
  const client = await createCustomer(api, { email: 'out@example.com' })
  const cookies = [...client.cookies]
  await client.ask(signOutCall, { body: { everywhere: true } })
  for (const [name, value] of cookies) client.cookies.set(name, value)
  expect((await client.call(getPersonalInfoCall, {})).code).toBe(-82030002)
})
