import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { defineCall } from '@dolphin/contract/call'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'
import { publicRoute } from './route.ts'

/** Long enough for a thousand sockets to open on a slow machine, short enough to wait for. */
const LIMITS: ConnectionLimits = {
  headersMs: 7_000,
  requestMs: 8_000,
  answerMs: 7_000,
  actMs: 45_000,
  silenceMs: 60_000,
  restMs: 60_000,
  lookEveryMs: 200,
  partingMs: 300,
}
/** Readers are fewer: each holds some megabytes in the machine's own buffers. */
const CALLERS = { headers: 480, bodies: 480, readers: 40 }
const OPENED_TOGETHER = 100
const DRIP_MS = 400

const echo = defineCall({
  name: 'echo',
  method: 'POST',
  path: '/test/echo',
  feature: 'reference-data',
  access: 'public',
  request: { body: z.strictObject({ word: z.string() }) },
  reply: z.strictObject({ word: z.string() }),
  refusals: [],
  idempotent: false,
  summary: 'A call for this test',
  source: 'ours',
})

const PIECE = Buffer.alloc(64 * 1024, 'long ')
const PIECES = 1_024
/** Answers that are being given: what a reader that was cut off must not leave behind. */
const answers = { open: 0 }

function* longAnswer() {
  answers.open += 1
  try {
    for (let piece = 0; piece < PIECES; piece += 1) yield PIECE
  } finally {
    answers.open -= 1
  }
}

const sockets: Socket[] = []
let app: FastifyInstance
let port: number

beforeAll(async () => {
  const giveLongAnswers = async (server: FastifyInstance) => {
    server.get('/long', (_request, reply) => reply.send(Readable.from(longAnswer())))
  }
  app = await bareServer(
    {
      routes: [publicRoute(echo, ({ body }) => Promise.resolve(ok({ word: body.word })))],
      connectionLimits: LIMITS,
      extensions: [giveLongAnswers],
    },
    // Everybody comes from one address here; the flood of requests is another shield's business.
    { RATE_LIMIT_PER_MINUTE: '1000000' },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** One who goes on for as long as the socket lets them, whatever they are told. */
interface SlowCaller {
  readonly drip: () => void
  readonly heard: () => string
  readonly gone: () => boolean
  /** Takes at once whatever is still to be had, and leaves. */
  readonly hurry: () => void
  readonly bytes: () => number
}

/** What a kind of slow caller sends first and then again and again, and how many bytes it takes at a time. */
interface SlowKind {
  readonly first: string
  readonly goOn: (socket: Socket) => void
  readonly takes?: number
}

async function slowCaller({ first, goOn, takes }: SlowKind): Promise<SlowCaller> {
  // Half open: a caller that keeps its connection after the server closes its side.
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  sockets.push(socket)
  let heard = ''
  let gone = false
  socket.once('close', () => (gone = true))
  // Whatever ends it: that it ended is what the test asks.
  socket.on('error', () => (gone = true))
  await new Promise((opened) => socket.once('connect', opened))
  socket.write(first)
  return {
    drip: () => {
      if (gone) return
      goOn(socket)
      const piece: unknown = socket.read(takes)
      if (Buffer.isBuffer(piece)) heard += piece.toString()
    },
    heard: () => heard,
    gone: () => gone,
    hurry: () => void socket.resume().end(),
    bytes: () => socket.bytesRead,
  }
}

const HEAD = 'Host: localhost\r\nUser-Agent: slow\r\n'
const KINDS: Readonly<Record<keyof typeof CALLERS, SlowKind>> = {
  headers: { first: `GET /healthz HTTP/1.1\r\n${HEAD}`, goOn: (to: Socket) => to.write('X-More: a\r\n') },
  bodies: {
    first: `POST /fssapi/test/echo HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 8192\r\n\r\n{`,
    goOn: (to: Socket) => to.write(' '),
  },
  readers: { first: `GET /long HTTP/1.1\r\n${HEAD}\r\n`, goOn: () => undefined, takes: 512 },
}

async function openAll(kind: keyof typeof CALLERS): Promise<readonly SlowCaller[]> {
  const callers: SlowCaller[] = []
  while (callers.length < CALLERS[kind]) {
    const count = Math.min(OPENED_TOGETHER, CALLERS[kind] - callers.length)
    callers.push(...(await Promise.all(Array.from({ length: count }, () => slowCaller(KINDS[kind])))))
  }
  return callers
}

/** A caller like any other, on a connection of its own. */
function ask(path: string, body?: string): Promise<{ readonly status: number; readonly text: string }> {
  const method = body === undefined ? 'GET' : 'POST'
  const headers = { host: 'localhost', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (piece: Buffer) => (text += piece.toString()))
      answer.once('error', failed)
      answer.once('end', () => done({ status: answer.statusCode ?? 0, text }))
    })
    sent.once('error', failed)
    sent.end(body)
  })
}

const openSockets = (): Promise<number> =>
  new Promise((done, failed) =>
    app.server.getConnections((error, count) => (error ? failed(error) : done(count))),
  )

test('design/security.md T24: the limits cut off a thousand slow callers at once, others unaffected', async () => {
  const [headers, bodies, readers] = [
    await openAll('headers'),
    await openAll('bodies'),
    await openAll('readers'),
  ]
  const all = [...headers, ...bodies, ...readers]
  expect(all).toHaveLength(1_000)
  await expect.poll(openSockets, { timeout: 5_000 }).toBe(1_000)
  const isOver = () => answers.open === 0 && [...headers, ...bodies].every(({ gone }) => gone())
  while (!isOver()) {
    for (const { drip } of all) drip()
    const [health, call] = await Promise.all([ask('/healthz'), ask('/fssapi/test/echo', '{"word":"hi"}')])
    expect(health.status).toBe(200)
    expect(JSON.parse(call.text)).toEqual({ status: 200, code: 1, data: { word: 'hi' } })
    await wait(DRIP_MS)
  }
  const told = `"code":${RESPONSE_CODES.malformedRequest.code}`
  expect([...headers, ...bodies].filter(({ heard }) => !heard().includes(told))).toEqual([])
  await expect.poll(openSockets, { timeout: 5_000 }).toBe(0)
  for (const { hurry } of readers) hurry()
  await expect.poll(() => readers.every(({ gone }) => gone()), { timeout: 5_000 }).toBe(true)
  for (const { heard, bytes } of readers) {
    expect(heard()).toMatch(/^HTTP\/1.1 200 /)
    expect(bytes()).toBeLessThan(PIECES * PIECE.length)
  }
}, 60_000)

test('the limits fit together: headers before the request, and each is looked at before the next is due', () => {
  const { headersMs, requestMs, answerMs, silenceMs, restMs, lookEveryMs, partingMs } = CONNECTION_LIMITS
  expect(headersMs).toBeLessThan(requestMs)
  expect(lookEveryMs).toBeLessThan(headersMs)
  expect(partingMs).toBeLessThan(lookEveryMs)
  expect(silenceMs).toBeLessThan(restMs)
  expect(answerMs).toBeGreaterThan(requestMs)
})
