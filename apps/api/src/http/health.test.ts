import { expect, test } from 'vitest'
import { bareServer } from '../testing/bare-server.ts'

const TOKEN = 'a-token-of-the-tests'
const ENV = { METRICS_PORT: '0', METRICS_TOKEN: TOKEN }

interface Asker {
  readonly remoteAddress?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function readyz(asker: Asker, env: Readonly<Record<string, string>> = ENV) {
  const app = await bareServer({ routes: [] }, env)
  const { headers = {}, ...from } = asker
  const answer = await app.inject({ url: '/readyz', headers: { host: 'localhost', ...headers }, ...from })
  await app.close()
  return { status: answer.statusCode, data: answer.json<{ data: unknown }>().data }
}

test.each<[string, Asker]>([
  ['another machine', { remoteAddress: '203.0.113.9' }],
  ['a browser through a proxy of this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a proxy that names the client otherwise', { headers: { forwarded: 'for=203.0.113.9' } }],
  [
    'a wrong token',
    { remoteAddress: '203.0.113.9', headers: { authorization: 'Bearer another-token-1234' } },
  ],
])('/readyz answers %s with its status alone', async (_, asker) => {
  expect(await readyz(asker)).toEqual({ status: 200, data: null })
})

test.each<[string, Asker]>([
  ['this machine', { remoteAddress: '127.0.0.1' }],
  ['this machine by IPv6', { remoteAddress: '::1' }],
  ['this machine by IPv4 in IPv6', { remoteAddress: '::ffff:127.0.0.1' }],
  [
    'the token of the metrics',
    { remoteAddress: '203.0.113.9', headers: { authorization: `Bearer ${TOKEN}` } },
  ],
])('/readyz answers %s with the checks', async (_, asker) => {
  expect(await readyz(asker)).toMatchObject({ status: 200, data: { ready: true, checks: { database: {} } } })
})

test('the token opens the checks also where no metrics are served', async () => {
  const asker = { remoteAddress: '203.0.113.9', headers: { authorization: `Bearer ${TOKEN}` } }
  expect(await readyz(asker, { METRICS_TOKEN: TOKEN })).toMatchObject({ data: { ready: true } })
})

test('without a token in the settings no token opens the checks', async () => {
  const asker = { remoteAddress: '203.0.113.9', headers: { authorization: 'Bearer undefined' } }
  expect(await readyz(asker, {})).toEqual({ status: 200, data: null })
})

test('/readyz behind TRUST_PROXY judges by the connection, not by what a client claims', async () => {
  const asker = { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } }
  expect(await readyz(asker, { ...ENV, TRUST_PROXY: 'true' })).toEqual({ status: 200, data: null })
})
