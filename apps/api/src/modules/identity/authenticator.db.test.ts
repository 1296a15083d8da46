import {
  authenticatorCall,
  resendVerificationCodeCall,
  signInCall,
  verifyLoginCodeCall,
} from '@dolphin/contract/identity-sessions'
import {
  getPersonalInfoCall,
  resetPasswordCall,
  sendForgotPasswordEmailCall,
} from '@dolphin/contract/identity'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, mailedToken, PASSWORD } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const STEP = 30_000
const MINUTE = 60_000
const NEW_PASSWORD = 'Another-Horse-8'

/** What the app of the customer shows, `steps` of 30 seconds from now. */
const appCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.clock.now().getTime() + steps * STEP,
  })

async function withAuthenticator(email: string) {
  const client = await createCustomer(api, { email })
  const { secret } = await client.ask(authenticatorCall, { body: { step: 'start', password: PASSWORD } })
  if (secret === null) throw new Error('the first step shows the key')
  const on = await client.ask(authenticatorCall, { body: { step: 'confirm', code: appCode(secret) } })
  // The code just used is spent; the next one is another step's.
  api.clock.advance(STEP)
  return { client, secret, recoveryCodes: on.recoveryCodes }
}

const signIn = (client: TestClient, account: string, password = PASSWORD) =>
  client.ask(signInCall, {
    body: { portfolioId: 118, account, password, device: { remember: false } },
  })

async function codeStep(client: TestClient, email: string, password = PASSWORD) {
  const step = await signIn(client, email, password)
  if (!step.needsCode) throw new Error('a code is asked for')
  return step
}

const answer = (client: TestClient, sessionId: string, code: string) =>
  client.call(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: false } })

test('the app is set up by password and a code of its own; the key is shown once, and kept sealed (RFC 6238)', async () => {
  const client = await createCustomer(api, { email: 'enrol@example.com' })
  const wrong = await client.call(authenticatorCall, { body: { step: 'start', password: 'Wrong-Horse-9' } })
  expect(wrong.code).toBe(RESPONSE_CODES.currentPasswordWrong.code)
  const early = await client.call(authenticatorCall, { body: { step: 'confirm', code: '123456' } })
  expect(early.code).toBe(RESPONSE_CODES.authenticatorCodeInvalid.code)
  const shown = await client.ask(authenticatorCall, { body: { step: 'start', password: PASSWORD } })
  expect(shown).toMatchObject({ authenticatorOn: false, recoveryCodes: [] })
  expect(shown.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(shown.otpauthUrl).toContain(`secret=${shown.secret}`)
  expect(decodeURIComponent(shown.otpauthUrl ?? '')).toContain('enrol@example.com')
  expect((await client.ask(getPersonalInfoCall, {})).authenticatorOn).toBe(false)
  const { rows } = await api.database.executeSql('select totp_pending_secret from customers')
  expect(JSON.stringify(rows)).not.toContain(shown.secret)
  const on = await client.ask(authenticatorCall, {
    body: { step: 'confirm', code: appCode(shown.secret ?? '') },
  })
  expect(on).toMatchObject({ authenticatorOn: true, secret: null, otpauthUrl: null })
  expect(new Set(on.recoveryCodes).size).toBe(10)
  for (const code of on.recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  expect((await client.ask(getPersonalInfoCall, {})).authenticatorOn).toBe(true)
  const [mail] = await api.mailsTo('enrol@example.com')
  expect(mail?.kind).toBe('authenticatorOn')
  const again = await client.call(authenticatorCall, { body: { step: 'start', password: PASSWORD } })
  expect(again.code).toBe(RESPONSE_CODES.authenticatorAlreadyOn.code)
})

test('sign-in asks for the app instead of sending a code, and takes one step more or less (RFC 6238 §5.2)', async () => {
  const { secret } = await withAuthenticator('app@example.com')
  const before = (await api.mailsTo('app@example.com')).length
  for (const steps of [-1, 0, 1]) {
    api.clock.advance(3 * STEP)
    const client = api.client()
    const step = await codeStep(client, 'app@example.com')
    expect(step).toMatchObject({ codeBy: 'authenticator', maskedAddress: null })
    const resend = await client.call(resendVerificationCodeCall, { body: { sessionId: step.sessionId } })
    expect(resend.code).toBe(RESPONSE_CODES.loginCodeExpired.code)
    for (const outside of [-2, 2]) {
      const refused = await answer(client, step.sessionId, appCode(secret, outside))
      expect(refused.code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
    }
    expect((await answer(client, step.sessionId, appCode(secret, steps))).code).toBe(1)
  }
  const kinds = (await api.mailsTo('app@example.com')).map(({ kind }) => kind)
  expect(kinds.slice(0, kinds.length - before)).not.toContain('loginCode')
})

test('the same code is not taken twice, nor one before it, also at the same time (ASVS 6.5.1)', async () => {
  const { secret } = await withAuthenticator('twice@example.com')
  const code = appCode(secret)
  const clients = [api.client(), api.client()] as const
  const flows = [
    await codeStep(clients[0], 'twice@example.com'),
    await codeStep(clients[1], 'twice@example.com'),
  ]
  const both = await Promise.all(
    clients.map((client, at) => answer(client, flows[at]?.sessionId ?? '', code)),
  )
  expect(both.filter((one) => one.code === 1)).toHaveLength(1)
  const third = api.client()
  const flow = await codeStep(third, 'twice@example.com')
  const before = await answer(third, flow.sessionId, appCode(secret, -1))
  expect(before.code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
})

test('the sixth try is refused even with the right code, and further flows wait (design/security.md T4)', async () => {
  const { secret } = await withAuthenticator('locked@example.com')
  const client = api.client()
  const { sessionId } = await codeStep(client, 'locked@example.com')
  const right = appCode(secret)
  const wrong = String((Number(right) + 111_111) % 1_000_000).padStart(6, '0')
  const codes = []
  for (let tries = 0; tries < 5; tries += 1) codes.push((await answer(client, sessionId, wrong)).code)
  expect(codes).toEqual([
    ...Array.from({ length: 4 }, () => RESPONSE_CODES.loginCodeInvalid.code),
    RESPONSE_CODES.loginCodeLocked.code,
  ])
  expect((await answer(client, sessionId, right)).code).toBe(RESPONSE_CODES.loginCodeLocked.code)
  const other = api.client()
  const flow = await codeStep(other, 'locked@example.com')
  const throttled = await answer(other, flow.sessionId, right)
  expect(throttled).toMatchObject({ status: 429, code: RESPONSE_CODES.signInThrottled.code })
  api.clock.advance(15 * MINUTE)
  const later = await codeStep(other, 'locked@example.com')
  expect((await answer(other, later.sessionId, appCode(secret))).code).toBe(1)
})

test('a recovery code opens the account once, however it is typed, and its owner is notified', async () => {
  const { recoveryCodes } = await withAuthenticator('recover@example.com')
  const [code = ''] = recoveryCodes
  const { rows } = await api.database.executeSql('select code_hash from recovery_codes')
  expect(JSON.stringify(rows)).not.toContain(code)
  const client = api.client()
  const first = await codeStep(client, 'recover@example.com')
  expect((await answer(client, first.sessionId, code.replace('-', '').toLowerCase())).code).toBe(1)
  expect((await api.mailsTo('recover@example.com')).map(({ kind }) => kind)).toContain('recoveryCodeUsed')
  const second = await codeStep(api.client(), 'recover@example.com')
  const again = await answer(api.client(), second.sessionId, code)
  expect(again.code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
  const { recoveryCodes: others } = await withAuthenticator('recover-2@example.com')
  const foreign = await answer(api.client(), second.sessionId, others[0] ?? '')
  expect(foreign.code).toBe(RESPONSE_CODES.loginCodeInvalid.code)
})

test('remembered devices are asked again once the app is on (domain.md §12)', async () => {
  const email = 'remembered@example.com'
  const { secret, client } = await withAuthenticator(email)
  const laptop = api.client()
  const { sessionId } = await codeStep(laptop, email)
  const body = { sessionId, code: appCode(secret), rememberDevice: true }
  await laptop.ask(verifyLoginCodeCall, { body })
  expect((await signIn(laptop, email)).needsCode).toBe(false)
  api.clock.advance(STEP)
  await client.ask(authenticatorCall, {
    body: { step: 'remove', password: PASSWORD, code: appCode(secret) },
  })
  expect(await signIn(laptop, email)).toMatchObject({ needsCode: true, codeBy: 'mail' })
})

test('switching off needs the password and a code; a recovery code will do', async () => {
  const email = 'off@example.com'
  const { client, secret, recoveryCodes } = await withAuthenticator(email)
  const off = (password: string, code: string) =>
    client.call(authenticatorCall, { body: { step: 'remove', password, code } })
  expect((await off('Wrong-Horse-9', appCode(secret))).code).toBe(RESPONSE_CODES.currentPasswordWrong.code)
  expect((await off(PASSWORD, appCode(secret, 5))).code).toBe(RESPONSE_CODES.authenticatorCodeInvalid.code)
  expect(await off(PASSWORD, recoveryCodes[3] ?? '')).toMatchObject({
    code: 1,
    data: { authenticatorOn: false },
  })
  expect((await api.mailsTo(email)).map(({ kind }) => kind)).toContain('authenticatorOff')
  const { rows } = await api.database.executeSql(
    `select 1 from recovery_codes where open_id = '${client.openId}'`,
  )
  expect(rows).toEqual([])
})

test('wrong passwords and wrong codes at the app’s switch are slowed down alike (design/security.md T1)', async () => {
  const { client, secret } = await withAuthenticator('slow@example.com')
  const guess = (password: string, code: string) =>
    client.call(authenticatorCall, { body: { step: 'remove', password, code } })
  for (let tries = 0; tries < 5; tries += 1) await guess(PASSWORD, appCode(secret, 9))
  const throttled = await guess(PASSWORD, appCode(secret))
  expect(throttled).toMatchObject({ status: 429, code: RESPONSE_CODES.signInThrottled.code })
})

test('a password reset keeps the app: the mailbox alone does not open the account (ASVS 6.4.3)', async () => {
  const email = 'reset-app@example.com'
  const { secret } = await withAuthenticator(email)
  const otherCustomer = api.client()
  await otherCustomer.ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  const resource = await mailedToken(api, email)
  await otherCustomer.ask(resetPasswordCall, { body: { resource, password: NEW_PASSWORD } })
  const step = await codeStep(otherCustomer, email, NEW_PASSWORD)
  expect(step.codeBy).toBe('authenticator')
  expect((await answer(otherCustomer, step.sessionId, appCode(secret))).code).toBe(1)
})

test('a call without a session is refused', async () => {
  const body = { step: 'start', password: PASSWORD } as const
  expect((await api.client().call(authenticatorCall, { body })).code).toBe(RESPONSE_CODES.noIdentity.code)
})
