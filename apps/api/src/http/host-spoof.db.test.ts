import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { getPortfolioByDomainCall, getPortfolioCall } from '@dolphin/contract/portfolios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer } from '../testing/customers.ts'
import type { TestClient } from '../testing/test-client.ts'

let api: TestApi
let customer: TestClient

beforeAll(async () => {
  api = await startTestApi()
  customer = await createCustomer(api, { email: 'here@example.com' })
})
afterAll(() => api.close())

const OTHER = '110.localhost:8080'

/** Headers by which proxies, or callers posing as one, name another host. */
const TOLD: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-host': OTHER },
  { 'x-forwarded-host': `${OTHER}, localhost:8080` },
  { forwarded: `host=${OTHER};proto=https` },
  { 'x-host': OTHER },
  { 'x-original-host': OTHER },
  { 'x-forwarded-server': OTHER },
  { 'x-http-host-override': OTHER },
  { 'x-original-url': `http://${OTHER}/` },
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
]

describe('design/security.md T6: the host alone says which portfolio', () => {
  test.each(TOLD)('not what %o tells of it', async (headers) => {
    const shown = await api.client().call(getPortfolioCall, { query: {} }, { headers })
    expect(shown).toMatchObject({ code: 1, data: { portfolioId: 118 } })
    expect(await customer.call(getPersonalInfoCall, {}, { headers })).toMatchObject({ code: 1 })
  })

  test.each(LOOKALIKES)('%s is no host of ours, and opens no session', async (host) => {
    const shown = await api.client().call(getPortfolioCall, { query: {} }, { headers: { host } })
    expect(shown.code).not.toBe(1)
    const info = await customer.call(getPersonalInfoCall, {}, { headers: { host } })
    expect(info.code).not.toBe(1)
  })

  test.each(['localhost', 'LOCALHOST:8080', 'localhost.', '127.0.0.1', '118.localhost'])(
    '%s is this portfolio, however it is written',
    async (host) => {
      const shown = await api.client().call(getPortfolioCall, { query: {} }, { headers: { host } })
      expect(shown).toMatchObject({ code: 1, data: { portfolioId: 118 } })
    },
  )

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
