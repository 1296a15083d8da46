import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLS } from '@dolphin/contract/registry'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { TokenFault } from '@dolphin/integrations/single-sign-on/open-id-test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { aRole, firstAdministrators, invitedEmployee } from '../../testing/desk-staff.ts'
import { answerFor, type SingleSignOnLab, signOn, startSingleSignOn } from '../../testing/single-sign-on.ts'
import type { TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
const NINA = { sub: 'nina-1', email: 'nina.example@lender.example' }

let lab: SingleSignOnLab

beforeAll(async () => {
  lab = await startSingleSignOn()
  await enrollNina(lab)
})
afterEach(() => {
  lab.provider.tokenFault = undefined
  lab.provider.status = undefined
})
afterAll(() => lab.close())

async function enrollNina({ api }: SingleSignOnLab): Promise<void> {
  await invitedEmployee(api, await firstAdministrators(api), 'Nina Example', [aRole('support')])
}

const desk = (): TestClient => lab.api.client().atDesk()
const complete = (client: TestClient, answer: string, code: ResponseCodeName) =>
  expectRefused(client, 'completeSingleSignOn', { body: { answer } }, code)
const seconds = () => Math.floor(lab.api.clock.now().getTime() / 1_000)

describe('what ties a sign-in to one browser, once', () => {
  test('another state, another browser and a lost cookie open nothing', async () => {
    const client = desk()
    const answer = await answerFor(lab, client, NINA)
    await complete(desk(), answer, 'singleSignOnOver')
    const other = desk()
    await other.ask(CALLS.beginSingleSignOn, { body: {} })
    await complete(other, await answerFor(lab, desk(), NINA), 'singleSignOnOver')
    const wrong = desk()
    const query = new URLSearchParams(await answerFor(lab, wrong, NINA))
    query.set('state', 's'.repeat(22))
    await complete(wrong, `?${query}`, 'singleSignOnOver')
    const stateless = desk()
    await stateless.ask(CALLS.beginSingleSignOn, { body: {} })
    await complete(stateless, '?code=c', 'singleSignOnOver')
  })

  test('an answer counts once, also where it comes twice at once', async () => {
    const client = desk()
    const answer = await answerFor(lab, client, NINA)
    const twin = client.through(lab.api.app)
    const codes = await Promise.all(
      [client, twin].map(
        async (one) => (await one.call(CALLS.completeSingleSignOn, { body: { answer } })).code,
      ),
    )
    expect(codes.filter((code) => code === 1)).toHaveLength(1)
    await complete(twin, answer, 'singleSignOnOver')
  })

  test('the code of another sign-in is refused by the provider: it knows no verifier of this one', async () => {
    const stolen = new URLSearchParams(await answerFor(lab, desk(), NINA)).get('code') ?? ''
    const client = desk()
    const query = new URLSearchParams(await answerFor(lab, client, NINA))
    query.set('code', stolen)
    await complete(client, `?${query}`, 'singleSignOnOver')
  })

  test('after five minutes it begins again', async () => {
    const client = desk()
    const answer = await answerFor(lab, client, NINA)
    lab.api.clock.advance(5 * MINUTE)
    await complete(client, answer, 'singleSignOnOver')
  })

  test('a challenge of a passkey is no state', async () => {
    const client = desk()
    const { challengeId } = await client.ask(CALLS.beginStaffSignIn, { body: {} })
    await answerFor(lab, client, NINA)
    await complete(client, `?code=c&state=${challengeId}`, 'singleSignOnOver')
  })
})

describe('an ID token that is not ours', () => {
  const FAULTS: readonly (readonly [string, () => TokenFault, ResponseCodeName])[] = [
    ['of another nonce', () => ({ claims: { nonce: 'another' } }), 'singleSignOnInvalid'],
    ['without nonce', () => ({ claims: { nonce: undefined } }), 'singleSignOnInvalid'],
    ['for another audience', () => ({ claims: { aud: 'another' } }), 'singleSignOnInvalid'],
    ['of another issuer', () => ({ claims: { iss: 'https://login.example.com' } }), 'singleSignOnInvalid'],
    ['without subject', () => ({ claims: { sub: undefined } }), 'singleSignOnInvalid'],
    ['not signed', () => ({ signature: 'none' }), 'singleSignOnInvalid'],
    ['signed with the secret', () => ({ signature: 'secret' }), 'singleSignOnInvalid'],
    ['signed by a stranger', () => ({ signature: 'stranger' }), 'singleSignOnInvalid'],
    ['that has expired', () => ({ claims: { exp: seconds() - 65 } }), 'singleSignOnClockOff'],
    ['of the future', () => ({ claims: { iat: seconds() + 65 } }), 'singleSignOnClockOff'],
    ['not valid yet', () => ({ claims: { nbf: seconds() + 65 } }), 'singleSignOnClockOff'],
    ['of a sign-in long ago', () => ({ claims: { auth_time: seconds() - 965 } }), 'singleSignOnTooWeak'],
    ['that does not say when', () => ({ claims: { auth_time: undefined } }), 'singleSignOnInvalid'],
  ]

  test.each(FAULTS)('%s is refused', async (_name, fault, code) => {
    lab.provider.tokenFault = fault()
    const client = desk()
    await complete(client, await answerFor(lab, client, NINA), code)
    expect((await client.call(CALLS.readStaffSession, {})).code).not.toBe(1)
  })

  test('clocks may differ by a minute', async () => {
    lab.provider.tokenFault = { claims: { iat: seconds() + 55, exp: seconds() - 55 } }
    expect((await signOn(lab, desk(), NINA)).code).toBe(1)
  })
})

describe('a provider that says no', () => {
  test('a person who refuses there reads so', async () => {
    const client = desk()
    const answer = await answerFor(lab, client)
    expect(answer).toContain('access_denied')
    await complete(client, answer, 'singleSignOnDenied')
  })

  test.each([
    ['login_required', 'singleSignOnDenied'],
    ['temporarily_unavailable', 'singleSignOnAway'],
    ['unauthorized_client', 'singleSignOnInvalid'],
  ] as const)('%s', async (error, code) => {
    const client = desk()
    const query = new URLSearchParams(await answerFor(lab, client, NINA))
    query.delete('code')
    query.set('error', error)
    await complete(client, `?${query}`, code)
  })

  test.each([
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://login.example.com')],
    ['no issuer', (query: URLSearchParams) => query.delete('iss')],
    ['two codes', (query: URLSearchParams) => query.append('code', 'another')],
    ['no code', (query: URLSearchParams) => query.delete('code')],
  ])('an answer with %s is refused', async (_name, spoil) => {
    const client = desk()
    const query = new URLSearchParams(await answerFor(lab, client, NINA))
    spoil(query)
    await complete(client, `?${query}`, 'singleSignOnInvalid')
  })

  test('one that is away differs from one that refuses; after five failures it is not asked for half a minute', async () => {
    const client = desk()
    const answer = await answerFor(lab, client, NINA)
    lab.provider.status = 503
    await complete(client, answer, 'singleSignOnAway')
    lab.api.clock.advance(61 * MINUTE)
    const begin = () => expectRefused(desk(), 'beginSingleSignOn', { body: {} }, 'singleSignOnAway')
    for (let turn = 1; turn < 5; turn += 1) await begin()
    lab.provider.status = undefined
    await begin()
    lab.api.clock.advance(MINUTE / 2)
    expect((await signOn(lab, desk(), NINA)).code).toBe(1)
  })
})

test('what is not set, and the host of a portfolio, know no single sign-on', async () => {
  const api = await startTestApi()
  await expectRefused(api.client().atDesk(), 'beginSingleSignOn', { body: {} }, 'notFound')
  await expectRefused(
    api.client().atDesk(),
    'completeSingleSignOn',
    { body: { answer: '?code=c' } },
    'notFound',
  )
  await api.close()
  const borrower = lab.api.client()
  await expectRefused(borrower, 'beginSingleSignOn', { body: {} }, 'notFound')
  await expectRefused(borrower, 'completeSingleSignOn', { body: { answer: '?code=c' } }, 'notFound')
  const page = await lab.api.app.inject({
    url: '/sign-in/single-sign-on?code=c',
    headers: { host: 'localhost:8080', accept: 'text/html' },
  })
  expect(page.statusCode).toBe(404)
})

test('a provider that nothing listens at is away', async () => {
  const other = await startSingleSignOn()
  await other.provider.close()
  await expectRefused(other.api.client().atDesk(), 'beginSingleSignOn', { body: {} }, 'singleSignOnAway')
  await other.close()
})

describe('a key in place of the secret, and what a sign-in must have asked', () => {
  let strict: SingleSignOnLab
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'single-sign-on-'))
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const file = join(folder, 'client.pem')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const required = { OIDC_ACR: 'gold', OIDC_AMR: 'mfa', OIDC_MAX_AGE_MINUTES: '0' }
    strict = await startSingleSignOn({
      publicKey: publicKey.export({ format: 'jwk' }),
      env: { ...required, OIDC_CLIENT_KEY_FILE: file, SIGN_IN_ATTEMPTS_PER_MINUTE: '20' },
    })
    await enrollNina(strict)
    strict.api.clock.advance(MINUTE)
  })
  afterAll(async () => {
    await strict.close()
    rmSync(folder, { recursive: true })
  })

  test('the context class and the method are asked for and required', async () => {
    const client = strict.api.client().atDesk()
    const { location } = await client.ask(CALLS.beginSingleSignOn, { body: {} })
    const asked = Object.fromEntries(new URL(location).searchParams)
    expect(asked).toMatchObject({
      acr_values: 'gold',
      prompt: 'login',
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    const methods = { amr: ['pwd', 'mfa'] }
    for (const weak of [
      {},
      methods,
      { acr: 'silver', ...methods },
      { acr: 'gold' },
      { acr: 'gold', amr: ['pwd'] },
    ]) {
      const answer = await answerFor(strict, client, { ...NINA, ...weak })
      await complete(client, answer, 'singleSignOnTooWeak')
    }
    expect((await signOn(strict, client, { ...NINA, acr: 'gold', ...methods })).code).toBe(1)
  })

  test('tries at single sign-on leave none to begin another from the same address', async () => {
    strict.api.clock.advance(MINUTE)
    const client = strict.api.client().atDesk()
    const begun = async () => {
      const { code } = await client.call(CALLS.beginSingleSignOn, { body: {} })
      return { code, data: { requestId: '' } }
    }
    const tries = async () => {
      for (let turn = 0; turn < 20; turn += 1)
        await client.call(CALLS.completeSingleSignOn, { body: { answer: '?code=c' } })
    }
    await proveChanges(strict.api, tries, { beginSingleSignOn: begun })
  })
})
