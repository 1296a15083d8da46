import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { getPortfolioByDomainCall, getPortfolioCall } from '@dolphin/contract/portfolios'
import { beginStaffSignInCall } from '@dolphin/contract/staff'
import { sampleKey } from '@dolphin/testkit/sample-key'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer } from '../testing/customers.ts'
import type { TestClient } from '../testing/test-client.ts'

const OTHER = '110.localhost:8080'
const DESK = 'desk.localhost:8080'

/** As docs/deploy.md sets up a server: behind the shipped balancer, whose word counts. */
const PRODUCTION = {
  DOLPHIN_MODE: 'production',
  TRUST_PROXY: 'true',
  OPERATIONS_HOST: 'desk.localhost',
  OPERATIONS_SECRET: sampleKey('operations'),
  MASTER_KEY: sampleKey('master'),
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'no-reply@lender.test',
  DATABASE_URL: 'postgres://db.example.com/dolphin?sslmode=verify-full',
  ALLOW_SANDBOX_BANK: 'true',
  ALLOW_SANDBOX_MILITARY: 'true',
}

/** Headers by which proxies, or callers posing as one, name another host. */
const told = (host: string): readonly Readonly<Record<string, string>>[] => [
  { 'x-forwarded-host': host },
  { 'x-forwarded-host': `${host}, localhost:8080` },
  { 'x-forwarded-host': `localhost:8080, ${host}` },
  { forwarded: `host=${host};proto=https` },
  { 'x-host': host },
  { 'x-original-host': host },
  { 'x-forwarded-server': host },
  { 'x-http-host-override': host },
  { 'x-original-url': `http://${host}/` },
  { 'x-rewrite-url': `http://${host}/` },
  { 'x-forwarded-port': '8080', 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
  { 'x-portfolio-id': '110' },
]

/** Names that look like a host of ours and are none. */
const LOOKALIKES = [
  'evil.example.com',
  'localhost.evil.example.com',
  '110.localhost.evil.example.com',
  'evil.example.com#localhost',
  'evil.example.com/localhost',
  'localhost@evil.example.com',
  '110.localhost@localhost',
  'xlocalhost',
  '110-localhost',
  '110.localhost, localhost',
  'localhost%00.evil.example.com',
  '118.110.localhost.',
  'localhost..',
  'localhost:80:80',
  'localhost: 8080',
  '[::1',
  '::1',
  '[::ffff:127.0.0.1]',
]

describe.each<[string, Readonly<Record<string, string>>]>([
  ['a server without a balancer', {}],
  ['a server of tests that trusts one', { TRUST_PROXY: 'true' }],
  ['production', PRODUCTION],
])('design/security.md T6: the host alone says which portfolio, in %s', (_, env) => {
  let api: TestApi
  let customer: TestClient

  beforeAll(async () => {
    api = await startTestApi({ env })
    customer = await createCustomer(api, { email: 'here@example.com' })
  })
  afterAll(() => api.close())

  test.each(told(OTHER))('not what %o tells of it', async (headers) => {
    const shown = await api.client().call(getPortfolioCall, { query: {} }, { headers })
    expect(shown).toMatchObject({ code: 1, data: { portfolioId: 118 } })
    expect(await customer.call(getPersonalInfoCall, {}, { headers })).toMatchObject({ code: 1 })
  })

  test.each(told(DESK))('%o opens no desk at a portfolio’s host', async (headers) => {
    const begun = await api.client().call(beginStaffSignInCall, { body: {} }, { headers })
    expect(begun.status).toBe(404)
  })

  test('what is kept under a host is what that host answers', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      api.app.inject({ url: '/fssapi/dolphin-config/get-portfolio', headers })
    const plain = await ask({ host: 'localhost:8080' })
    expect(plain.headers['cache-control']).toContain('public')
    expect(plain.headers.vary).toContain('host')
    for (const headers of told(OTHER))
      expect((await ask({ host: 'localhost:8080', ...headers })).headers.etag).toBe(plain.headers.etag)
    expect((await ask({ host: OTHER })).headers.etag).not.toBe(plain.headers.etag)
  })

  test.each(LOOKALIKES)('"%s" is no host of ours, and opens no session', async (host) => {
    const shown = await api.client().call(getPortfolioCall, { query: {} }, { headers: { host } })
    expect(shown.code).not.toBe(1)
    const info = await customer.call(getPersonalInfoCall, {}, { headers: { host } })
    expect(info.code).not.toBe(1)
  })

  test.each([
    'localhost',
    'LOCALHOST:8080',
    'localhost.',
    'localhost.:8080',
    '127.0.0.1',
    '[::1]:8080',
    '118.localhost',
  ])('%s is this portfolio, however it is written', async (host) => {
    const shown = await api.client().call(getPortfolioCall, { query: {} }, { headers: { host } })
    expect(shown).toMatchObject({ code: 1, data: { portfolioId: 118 } })
  })

  test('a session does not follow to the host of another portfolio', async () => {
    const info = await customer.call(getPersonalInfoCall, {}, { headers: { host: OTHER } })
    expect(info.code).not.toBe(1)
  })

  test.each([...LOOKALIKES, 'javascript:alert(1)', '//evil.example.com', 'https://evil.example.com'])(
    'the domain "%s" finds no portfolio',
    async (domain) => {
      const found = await api.client().call(getPortfolioByDomainCall, { query: { domain } })
      expect(found.code).not.toBe(1)
    },
  )
})
