import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { defineCall } from '@dolphin/contract/call'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { originForm } from './request-host.ts'
import { publicRoute } from './route.ts'

const call = defineCall({
  name: 'hello',
  method: 'GET',
  path: '/test/hello',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ word: z.string().optional() }) },
  reply: z.strictObject({}),
  refusals: [],
  idempotent: false,
  summary: 'A call for this test',
  source: 'ours',
})

let app: FastifyInstance
let port: number
const aServer = (trust: string) =>
  bareServer(
    {
      routes: [publicRoute(call, () => Promise.resolve(ok({})))],
      extensions: [async (server) => void server.get('/address', ({ ip }) => ip)],
    },
    { TRUST_PROXY: trust },
  )

beforeAll(async () => {
  app = await aServer('true')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** The status of a request as it stands, which no client of ours would write so. */
async function statusOf(target: string, headers: readonly string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end([`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1])
}

const HELLO = '/fssapi/test/hello'

describe('a request names one host (RFC 9112 §3.2, docs/security.md T6)', () => {
  test.each<[string, string, readonly string[], number]>([
    ['one host', HELLO, ['Host: localhost'], 200],
    ['no host', HELLO, [], 400],
    ['an empty host', HELLO, ['Host:'], 400],
    ['two hosts', HELLO, ['Host: localhost', 'Host: 110.localhost'], 400],
    ['the same host twice', HELLO, ['Host: localhost', 'host: localhost'], 400],
    ['another host told by a proxy', HELLO, ['Host: localhost', 'X-Forwarded-Host: 110.localhost'], 200],
    [
      'a stranger’s host that a proxy would correct',
      HELLO,
      ['Host: a.example', 'X-Forwarded-Host: localhost'],
      404,
    ],
    ['its own host in the target', `http://localhost${HELLO}`, ['Host: localhost'], 200],
    ['its own host in capitals', `HTTP://LOCALHOST${HELLO}?word=a`, ['Host: localhost'], 200],
    ['another host in the target', `http://110.localhost${HELLO}`, ['Host: localhost'], 400],
    ['another port in the target', `http://localhost:81${HELLO}`, ['Host: localhost'], 400],
    ['a user in the target', `http://localhost@a.example${HELLO}`, ['Host: localhost'], 400],
    ['a user before its own host', `http://a@localhost${HELLO}`, ['Host: localhost'], 400],
    ['another scheme', `ftp://localhost${HELLO}`, ['Host: localhost'], 404],
  ])('%s: %s with %o answers %i', async (_, target, headers, status) => {
    expect(await statusOf(target, headers)).toBe(status)
  })
})

describe('what the balancer keeps from the world has one spelling', () => {
  test.each<[string, number]>([
    ['/readyz', 200],
    ['/readyz?x', 200],
    ['/%72eadyz', 404],
    ['/%72%65%61%64%79%7a', 404],
    ['/readyz%00', 404],
    ['/readyz%2f', 404],
    ['/%2freadyz', 404],
    ['//readyz', 404],
    ['/./readyz', 404],
    ['/%2e/readyz', 404],
    ['/x/../readyz', 404],
    ['/readyz/', 404],
    ['/READYZ', 404],
    ['/readyz;x', 404],
    ['/readyz#x', 404],
    ['http://localhost/readyz', 200],
    ['http://localhost/%72eadyz', 404],
    ['/metrics', 404],
    ['/%6detrics', 404],
  ])('%s answers %i', async (target, status) => {
    expect(await statusOf(target, ['Host: localhost'])).toBe(status)
  })
})

test('without a balancer its address is the connection’s; behind one, what that one tells (ASVS 15.3.4)', async () => {
  const addressBehind = async (trust: string) => {
    const server = await aServer(trust)
    const headers = { host: 'localhost', 'x-forwarded-for': '192.0.2.9, 192.0.2.1' }
    const { body } = await server.inject({ url: '/address', headers })
    await server.close()
    return body
  }
  expect(await addressBehind('false')).toBe('127.0.0.1')
  expect(await addressBehind('true')).toBe('192.0.2.1')
})

test.each([
  ['/a?b', '/a?b'],
  ['http://a.example/b?c', '/b?c'],
  ['https://a.example', '/'],
  ['http://a.example?b', '/?b'],
  ['//a.example/b', '//a.example/b'],
  ['*', '*'],
])('the path of %s is %s', (target, path) => {
  expect(originForm(target)).toBe(path)
})
