import { defineCall } from '@dolphin/contract/call'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { ok } from '@dolphin/domain/outcome'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { publicRoute, sessionRoute } from './route.ts'
import { routeEveryCall } from './route-every-call.ts'

const base = {
  feature: 'reference-data',
  refusals: [],
  idempotent: false,
  summary: 'A call for this test',
  source: 'ours',
} as const

const echo = defineCall({
  ...base,
  name: 'echo',
  method: 'POST',
  path: '/test/echo',
  access: 'public',
  request: { body: z.strictObject({ word: z.string().max(5, 'At most 5 letters') }) },
  reply: z.strictObject({ word: z.string() }),
})
const broken = defineCall({
  ...base,
  name: 'broken',
  method: 'GET',
  path: '/test/broken',
  access: 'public',
  request: { query: z.record(z.string(), z.string()) as unknown as z.ZodObject },
  reply: z.strictObject({}),
})
const own = defineCall({
  ...base,
  name: 'own',
  method: 'GET',
  path: '/test/own',
  access: 'session',
  request: {},
  reply: z.strictObject({}),
})

const brokenBy = (code: string | undefined): Error =>
  code === undefined
    ? new Error('password=hunter2 select * from person')
    : new Error('query failed', { cause: new DatabaseFailure({ code }) })

const aServer = (env?: Readonly<Record<string, string>>) =>
  bareServer(
    {
      extensions: [
        async (server) => {
          server.get('/assets/page.js', () => 'hashed')
        },
      ],
      routes: [
        publicRoute(echo, ({ body }) => Promise.resolve(ok({ word: body.word }))),
        publicRoute(broken, ({ query }) => Promise.reject(brokenBy(Object.keys(query)[0]))),
        sessionRoute(own, () => Promise.resolve(ok({}))),
      ],
    },
    env,
  )

test('a contract with a call that no route serves does not start', () => {
  const routes = [publicRoute(broken, () => Promise.resolve(ok({})))]
  expect(routeEveryCall([broken], routes)).toBe(routes)
  expect(() => routeEveryCall([broken, own], routes)).toThrow('these have none: own')
})

test('outside production an answer says the lender’s own time, for a demonstration’s clock may be days ahead', async () => {
  const { headers } = await (await aServer()).inject({ url: '/fssapi/nothing' })
  expect(headers.date).toBe('Mon, 02 Mar 2026 15:00:00 GMT')
})

type Injection = {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  headers?: Record<string, string>
  payload?: string
}

const JSON_TYPE = { 'content-type': 'application/json' }
const cases: readonly [string, Injection, number, number][] = [
  ['an unknown call', { method: 'GET', url: '/fssapi/nothing' }, 404, -95010002],
  ['a known call by another method', { method: 'GET', url: '/fssapi/test/echo' }, 405, -95010010],
  ['an unknown address outside', { method: 'POST', url: '/nothing' }, 404, -95010002],
  [
    'broken JSON',
    { method: 'POST', url: '/fssapi/test/echo', headers: JSON_TYPE, payload: '{' },
    400,
    -95010012,
  ],
  [
    'a content type we do not take',
    { method: 'POST', url: '/fssapi/test/echo', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
    415,
    -95010011,
  ],
  [
    'JSON sent as plain text',
    {
      method: 'POST',
      url: '/fssapi/test/echo',
      headers: { 'content-type': 'text/plain' },
      payload: '{"word":"hi"}',
    },
    415,
    -95010011,
  ],
  ['a database that is away', { method: 'GET', url: '/fssapi/test/broken?ECONNREFUSED' }, 503, -95090003],
  ['a database that shuts down', { method: 'GET', url: '/fssapi/test/broken?57P01' }, 503, -95090003],
  ['a database that only reads', { method: 'GET', url: '/fssapi/test/broken?25006' }, 503, -95090005],
  [
    'a body that is too large',
    {
      method: 'POST',
      url: '/fssapi/test/echo',
      headers: JSON_TYPE,
      payload: JSON.stringify({ word: 'x'.repeat(300_000) }),
    },
    413,
    -95010005,
  ],
  [
    'a refused field',
    { method: 'POST', url: '/fssapi/test/echo', headers: JSON_TYPE, payload: '{"word":"too long"}' },
    422,
    -95010001,
  ],
  ['a bug of ours', { method: 'GET', url: '/fssapi/test/broken' }, 500, -95090001],
  ['a call without the identity it needs', { method: 'GET', url: '/fssapi/test/own' }, 401, -82030001],
  [
    'a POST from a page of another site',
    {
      method: 'POST',
      url: '/fssapi/test/echo',
      headers: { ...JSON_TYPE, origin: 'https://evil.example.com' },
      payload: '{"word":"hi"}',
    },
    403,
    -82030012,
  ],
  [
    'a POST from a page that hides its origin and is not known to be ours',
    {
      method: 'POST',
      url: '/fssapi/test/echo',
      headers: { ...JSON_TYPE, origin: 'null', 'sec-fetch-site': 'cross-site' },
      payload: '{"word":"hi"}',
    },
    403,
    -82030012,
  ],
  [
    'a host of no portfolio',
    { method: 'GET', url: '/fssapi/test/broken', headers: { host: 'other.example.com' } },
    404,
    -95010002,
  ],
]

test.each(cases)('%s is answered as the envelope (contract.md)', async (_title, injection, status, code) => {
  const app = await aServer()
  const answer = await app.inject({ headers: { host: 'localhost:8080' }, ...injection })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ status, code, data: { requestId: answer.headers['x-request-id'] } })
  expect(answer.body).not.toMatch(/hunter2|select|node_modules|\.ts/)
  await app.close()
})

test('a refused field names its element and says what to do', async () => {
  const app = await aServer()
  const answer = await app.inject({ method: 'POST', url: '/fssapi/test/echo', payload: { word: 'too long' } })
  expect(answer.json<{ data: { errors: unknown } }>().data.errors).toEqual([
    { elementKey: 'word', message: 'At most 5 letters' },
  ])
  await app.close()
})

test('success is the envelope with code 1, and every answer carries the security headers', async () => {
  const app = await aServer()
  const answer = await app.inject({ method: 'POST', url: '/fssapi/test/echo', payload: { word: 'hi' } })
  expect(answer.json()).toEqual({ status: 200, code: 1, data: { word: 'hi' } })
  for (const url of ['/healthz', '/fssapi/nothing', '/fssapi/test/broken']) {
    const { headers } = await app.inject({ method: 'GET', url })
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000; includeSubDomains/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['content-type']).toContain('charset=utf-8')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  await app.close()
})

test('a flood from one address is rate limited; health checks and a page’s own files do not count', async () => {
  const app = await aServer({ RATE_LIMIT_PER_MINUTE: '2' })
  const statuses = async (url: string) => {
    const answers = []
    for (let count = 0; count < 4; count += 1) answers.push(await app.inject({ url }))
    return answers.map(({ statusCode }) => statusCode)
  }
  for (const url of ['/healthz', '/readyz', '/assets/page.js'])
    expect([url, ...(await statuses(url))]).toEqual([url, 200, 200, 200, 200])
  expect(await statuses('/fssapi/test/broken')).toEqual([500, 500, 429, 429])
  await app.close()
})

test('a flood is limited by network: an IPv6 /64 is one caller, and a /48 has the share of ten (docs/limits.md)', async () => {
  const app = await aServer({ RATE_LIMIT_PER_MINUTE: '2' })
  const statusFrom = async (remoteAddress: string) =>
    (await app.inject({ url: '/fssapi/test/broken', remoteAddress })).statusCode
  const statuses = []
  for (let host = 1; host <= 3; host += 1) statuses.push(await statusFrom(`2001:db8:1:1::${host}`))
  expect(statuses).toEqual([500, 500, 429])
  // Nine neighbors have the rest of the site's share; the flood took no more than its own.
  for (let subnet = 2; subnet <= 10; subnet += 1)
    for (let count = 0; count < 2; count += 1) expect(await statusFrom(`2001:db8:1:${subnet}::1`)).toBe(500)
  expect(await statusFrom('2001:db8:1:11::1')).toBe(429)
  expect(await statusFrom('2001:db8:2:1::1')).toBe(500)
  expect([await statusFrom('192.0.2.7'), await statusFrom('::ffff:192.0.2.7')]).toEqual([500, 500])
  expect(await statusFrom('192.0.2.7')).toBe(429)
  await app.close()
})

test.each(['ECONNREFUSED', '57P01', '25006'])(
  'a database outage (%s) says when to ask again',
  async (code) => {
    const { headers } = await (await aServer()).inject({
      url: `/fssapi/test/broken?${code}`,
      headers: { host: 'localhost' },
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  },
)

test.each([
  ['{}', 'This value is missing. Please enter it.'],
  ['{"word":7}', 'This value is not valid. Please check it.'],
  ['{"word":"hi","admin":true}', 'This is not part of the request. Please remove it.'],
  ['{"word":"too long"}', 'At most 5 letters'],
])('%s is refused in words for people, never those of the validator', async (payload, message) => {
  const headers = { ...JSON_TYPE, host: 'localhost' }
  const reply = await (await aServer()).inject({ method: 'POST', url: '/fssapi/test/echo', headers, payload })
  expect(reply.json()).toMatchObject({ code: -95010001, data: { errors: [{ message }] } })
})
