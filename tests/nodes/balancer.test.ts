import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Balancer } from './balancer.ts'

/** In place of a node: it answers what came to it. */
const node = createServer((request, answer) => {
  answer.setHeader('content-type', 'application/json')
  answer.end(JSON.stringify({ target: request.url, headers: request.headers }))
})

let folder: string
let port: number
let balancer: Balancer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-balancer-'))
  const nodePort = (await listening(node)).port
  const free = createSocketServer()
  port = (await listening(free)).port
  free.close()
  balancer = new Balancer(port)
  await balancer.start(folder, [nodePort])
})
afterAll(async () => {
  await balancer.stop()
  node.close()
  rmSync(folder, { recursive: true })
})

async function listening(server: ReturnType<typeof createSocketServer>): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

interface Passed {
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
}

/** What an answer of the balancer is, and what of the request came to the node behind it. */
async function ask(target: string, headers: readonly string[] = ['Host: loans.example.com']) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end([`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  const json = /\{[^]*\}/.exec(body)?.[0]
  return { status, passed: status === 200 && json ? (JSON.parse(json) as Passed) : undefined }
}

test('the balancer passes on the host of a request, and no word of another', async () => {
  const told = [
    'X-Forwarded-Host: desk.example.com',
    'x-forwarded-HOST: other.example.com',
    'X-Forwarded-Port: 81',
    'X-Forwarded-Server: desk.example.com',
    'X-Forwarded-Prefix: /desk',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-For: 192.0.2.1',
    'Forwarded: for=192.0.2.1;host=desk.example.com;proto=http',
  ]
  const { passed } = await ask('/sign-in', ['Host: loans.example.com', ...told])
  const { host, ...others } = passed?.headers ?? {}
  expect(host).toBe('loans.example.com')
  expect(
    Object.keys(others)
      .filter((name) => /forwarded/.test(name))
      .toSorted(),
  ).toEqual(['x-forwarded-for', 'x-forwarded-proto'])
  expect(others).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
})

test.each([
  ['two hosts', '/', ['Host: loans.example.com', 'Host: desk.example.com']],
  ['another host in the target', 'http://desk.example.com/', ['Host: loans.example.com']],
])('the balancer refuses %s', async (_, target, headers) => {
  expect((await ask(target, headers)).status).toBe(400)
})

test.each([
  '/readyz',
  '/readyz?x',
  '/readyz#x',
  '/readyz/',
  '/%72eadyz',
  '/%72%65%61%64%79%7A',
  '/readyz%3Fx',
  'http://loans.example.com/readyz',
  'http://loans.example.com/%72eadyz',
  '/metrics',
  '/%6detrics?x',
])('%s is not for the world, however it is spelled', async (target) => {
  const { status, passed } = await ask(target)
  expect(passed).toBeUndefined()
  expect([400, 404]).toContain(status)
})

test.each(['/', '/sign-in', '/healthz', '/notification/readyz', '/verify?at=/readyz'])(
  '%s comes to a node',
  async (target) => {
    expect((await ask(target)).passed?.target).toBe(target)
  },
)
