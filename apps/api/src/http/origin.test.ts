import Fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Mode } from '../config/mode.ts'
import { aPortfolio } from '../testing/a-portfolio.ts'
import { hostName, isLoopback } from '../config/loopback.ts'
import { bindingCookie, isForeignOrigin, readOrigin } from './origin.ts'

type Headers = Readonly<Record<string, string>>

/** What a function says of a request that really came in, through a proxy that may say that it spoke https. */
async function ofRequest<T>(look: (request: FastifyRequest) => T, headers: Headers): Promise<T> {
  const app = Fastify({ trustProxy: true })
  const seen: T[] = []
  app.get('/', (request) => {
    seen.push(look(request))
    return {}
  })
  await app.inject({ url: '/', headers: { host: 'localhost:8080', 'user-agent': '', ...headers } })
  await app.close()
  const [only] = seen
  if (only === undefined) throw new Error('the request came in')
  return only
}

const HTTPS = { 'x-forwarded-proto': 'https' }
const ELSEWHERE = { host: 'loans.example.com' }

test.each([
  ['localhost:8080', 'localhost'],
  ['LOANS.Example.com', 'loans.example.com'],
  ['loans.example.com.', 'loans.example.com'],
  ['loans.example.com:443', 'loans.example.com'],
  ['8080.example.com', '8080.example.com'],
  ['a.b', 'a.b'],
])('the name of %s is %s', (host, name) => {
  expect(hostName(host)).toBe(name)
})

test.each([
  ['localhost', true],
  ['localhost:8080', true],
  ['110.localhost:8080', true],
  ['a-brand.localhost', true],
  ['127.0.0.1', true],
  ['127.12.34.255:80', true],
  ['[::1]:8080', true],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['.localhost', false],
  ['a.b.localhost', false],
  ['127.0.0.1.example.com', false],
  ['x127.0.0.1', false],
  ['127.0.0.', false],
  ['128.0.0.1', false],
  ['[::1].example.com', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

describe('where a request came from', () => {
  const portfolio = aPortfolio()
  const origin = (config: { mode: Mode; publicUrl?: string }, headers: Headers = {}) =>
    ofRequest(
      (request) => readOrigin(request, { mode: config.mode, publicUrl: config.publicUrl }, { portfolio }),
      headers,
    )

  test('in production links lead to the lender’s own name, whatever host the request named', async () => {
    const { baseUrl } = await origin({ mode: 'production' }, { host: 'evil.example.com' })
    expect(baseUrl).toBe(`https://${portfolio.domainOfWeb}`)
  })

  test('on a desk they lead where the request went, and to the public address where one is set', async () => {
    expect((await origin({ mode: 'development' })).baseUrl).toBe('http://localhost:8080')
    expect((await origin({ mode: 'development' }, HTTPS)).baseUrl).toBe('https://localhost:8080')
    const publicUrl = 'https://loans.example.org'
    expect((await origin({ mode: 'development', publicUrl })).baseUrl).toBe(publicUrl)
    expect((await origin({ mode: 'production', publicUrl })).baseUrl).toBe(publicUrl)
  })

  test('its address, number and browser are told, the browser’s name up to 400 characters', async () => {
    const reported = await origin(
      { mode: 'test' },
      { 'user-agent': 'x'.repeat(401), 'x-forwarded-for': '192.0.2.7' },
    )
    expect(reported).toMatchObject({ ip: '192.0.2.7', userAgent: 'x'.repeat(400), browser: false })
    expect(reported.requestId).not.toBe('')
    expect((await origin({ mode: 'test' })).userAgent).toBe('')
  })

  test.each([{ 'sec-fetch-site': 'none' }, { origin: 'http://localhost:8080' }])(
    'one with %o is a browser’s',
    async (headers: Headers) => {
      expect((await origin({ mode: 'test' }, headers)).browser).toBe(true)
    },
  )
})

test.each<[string, Headers, boolean]>([
  ['no page at all', {}, false],
  ['a page of another site without an origin', { 'sec-fetch-site': 'cross-site' }, true],
  ['a page of a neighbor’s host without an origin', { 'sec-fetch-site': 'same-site' }, true],
  ['what a user typed', { 'sec-fetch-site': 'none' }, true],
  ['our own page without an origin', { 'sec-fetch-site': 'same-origin' }, false],
  ['a browser bound by our cookie that says nothing', { cookie: 'a=b; __Host-dolphin=x' }, true],
  ['a known device that says nothing', { cookie: 'dolphin-development-device=x' }, true],
  ['an employee’s browser that says nothing', { cookie: '__Host-desk=x' }, true],
  ['a browser within a single sign-on that says nothing', { cookie: 'a=b; __Host-desk-sign-on=x' }, true],
  ['an employee’s browser in development that says nothing', { cookie: 'desk-development=x' }, true],
  ['an employee’s browser of another site', { cookie: '__Host-desk=x', origin: 'null' }, true],
  ['an employee’s own page', { cookie: '__Host-desk=x', origin: 'http://localhost:8080' }, false],
  ['a browser with the cookies of others', { cookie: 'a=__Host-dolphin' }, false],
  ['our own page', { origin: 'http://localhost:8080' }, false],
  ['another port', { origin: 'http://localhost:9090' }, true],
  ['another site', { origin: 'https://evil.example.com' }, true],
  ['what is no address', { origin: 'evil' }, true],
  ['a form of ours without referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
  ['a form of another site without referrer', { origin: 'null', 'sec-fetch-site': 'cross-site' }, true],
  ['a form of who knows whom', { origin: 'null' }, true],
])('a request of %s: %o is foreign: %s (ASVS 3.5.1)', async (_, headers, foreign) => {
  expect(await ofRequest(isForeignOrigin, headers)).toBe(foreign)
})

const PREFIXED = { name: '__Host-dolphin', secure: true }
const PLAIN = { name: 'dolphin-development', secure: false }

test.each<[Mode, string, Headers, typeof PREFIXED]>([
  ['production', 'plain http behind a proxy that does not say', ELSEWHERE, PREFIXED],
  ['development', 'https', { ...ELSEWHERE, ...HTTPS }, PREFIXED],
  ['development', 'this machine', {}, PREFIXED],
  ['development', 'plain http on a desk', ELSEWHERE, PLAIN],
  ['test', 'plain http on a desk', ELSEWHERE, PLAIN],
])('the binding cookie, %s, %s', async (mode, _, headers, expected) => {
  expect(await ofRequest((request) => bindingCookie(request, mode), headers)).toEqual(expected)
})
