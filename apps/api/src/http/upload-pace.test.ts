import { connect, type Socket } from 'node:net'
import { defineCall } from '@dolphin/contract/call'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { publicRoute } from './route.ts'
import { atPace } from './upload-pace.ts'
import { createUploadPlaces, UPLOAD_LIMITS, type UploadPlaces } from './upload-places.ts'

const MIB = 1024 * 1024

const uploadCall = defineCall({
  name: 'upload',
  method: 'POST',
  path: '/test/upload',
  feature: 'verification',
  access: 'public',
  requestType: 'multipart',
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ bytes: z.number() }),
  refusals: [],
  idempotent: false,
  summary: 'A call for this test',
  source: 'ours',
})

/** One place of a network, which has to bring 100 kB in half a second, and a wait that outlasts the test. */
const places = createUploadPlaces({
  ...UPLOAD_LIMITS,
  heldOfNetwork: 1,
  waitMs: 60_000,
  pace: { ms: 500, leastBytes: 100_000 },
})
/** Places taken so far. */
let taken = 0

const counted = (line: UploadPlaces): UploadPlaces => ({
  ...line,
  async take(...asked) {
    const release = await line.take(...asked)
    if (release !== undefined) taken += 1
    return release
  },
})

let app: FastifyInstance
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  app = await bareServer({
    routes: [
      publicRoute(uploadCall, ({ upload }) => Promise.resolve(ok({ bytes: upload?.bytes.length ?? 0 }))),
    ],
    uploads: counted(places),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const PART =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'

/** Sends the head of an upload and so many bytes of it; answers once it has the place. */
async function begin(bytes: number) {
  const before = taken
  const socket = connect({ host: '127.0.0.1', port })
  sockets.push(socket)
  const caller = { socket, heard: '', isGone: false }
  socket.on('data', (piece: Buffer) => (caller.heard += piece.toString()))
  socket.on('error', () => undefined)
  socket.once('close', () => (caller.isGone = true))
  await new Promise((opened) => socket.once('connect', opened))
  socket.write(
    `POST /fssapi/test/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${9 * MIB}\r\n\r\n${PART}`,
  )
  socket.write(Buffer.alloc(bytes, 'x'))
  await expect.poll(() => taken, { timeout: 10_000 }).toBe(before + 1)
  return caller
}

/** An honest file of the same network, which waits for the one place. */
async function honest(bytes = MIB): Promise<unknown> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), 'honest.pdf')
  const answer = await fetch(`http://localhost:${port}/fssapi/test/upload`, { method: 'POST', body })
  return await answer.json()
}

test.each([
  ['from its first byte', 1],
  ['after a quick beginning', 4 * MIB],
])(
  'a sender that drips %s loses the place, and the next file is read (docs/security.md T16)',
  async (_when, quick) => {
    const drip = await begin(quick)
    const dripping = setInterval(() => drip.socket.write('x'), 50)
    try {
      expect(await honest()).toMatchObject({ code: 1, data: { bytes: MIB } })
      await expect.poll(() => drip.isGone, { timeout: 10_000 }).toBe(true)
      expect(drip.heard).toContain(`"code":${RESPONSE_CODES.malformedRequest.code}`)
    } finally {
      clearInterval(dripping)
    }
  },
  30_000,
)

test('a sender that hangs up in the middle gives the place back at once', async () => {
  const gone = await begin(MIB)
  const next = honest()
  gone.socket.destroy()
  expect(await next).toMatchObject({ code: 1, data: { bytes: MIB } })
})

/** A body of which so many bytes have come, as the watch sees it. */
function aBody() {
  const socket = { bytesRead: 0 }
  const headers: string[] = []
  const reply = { header: (name: string, value: string) => headers.push(`${name}: ${value}`) }
  let finish: (form: string) => void = () => undefined
  const reading = new Promise<string>((done) => (finish = done))
  const read = atPace({ raw: { socket } } as FastifyRequest, reply as never, UPLOAD_LIMITS.pace, reading)
  return { socket, headers, finish, read }
}

test('a body that brings its bytes in each part of the time is read to its end, and one byte less ends it', async () => {
  vi.useFakeTimers()
  try {
    const { ms, leastBytes } = UPLOAD_LIMITS.pace
    const steady = aBody()
    for (let part = 0; part < 9; part += 1) {
      steady.socket.bytesRead += leastBytes
      await vi.advanceTimersByTimeAsync(ms)
    }
    steady.finish('form')
    expect(await steady.read).toBe('form')
    expect(steady.headers).toEqual([])
    const slow = aBody()
    const ended = vi.fn()
    void slow.read.catch(ended)
    slow.socket.bytesRead += leastBytes - 1
    await vi.advanceTimersByTimeAsync(ms)
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ statusCode: 400 }))
    expect(slow.headers).toEqual(['connection: close'])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
