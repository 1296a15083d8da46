import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { sendCacheable, sendWritten } from './cacheable-reply.ts'

const LONG = 'a form of many words '.repeat(100)

/** Answers a text of which it counts how often it was read. */
function countedText(text: string) {
  let reads = 0
  return {
    value: {
      get text() {
        reads += 1
        return text
      },
    },
    reads: () => reads,
  }
}

describe('an answer that stays the same is written once, and packed once in each way (docs/decisions/hot-reads.md)', () => {
  const app = Fastify()
  const long = countedText(LONG)
  const short = countedText('short')
  const own = countedText(LONG)
  const cacheable = (value: object) => (request: FastifyRequest, reply: FastifyReply) =>
    sendCacheable(request, reply, value, { seconds: 60, locale: 'en' })
  app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] })
  app.after(() => {
    app.get('/long', cacheable(long.value))
    app.get('/short', cacheable(short.value))
    app.get('/own', (request, reply) => sendWritten(request, reply, own.value, 'en'))
  })
  afterAll(() => app.close())

  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ url, headers: { ...headers } })
  const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

  test('clients that accept compressed bodies get them, with the same text', async () => {
    const plain = await get('/long')
    expect(plain.json()).toMatchObject({ code: 1, data: { text: LONG } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const packed = await get('/long', BROWSER)
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
    const old = await get('/long', { 'accept-encoding': 'gzip' })
    expect(old.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(old.rawPayload).toString()).toBe(plain.body)
  })

  test('each encoding has its own tag, and Vary names what it depends on (RFC 9110, 8.8.3.3)', async () => {
    const answers = [await get('/long'), await get('/long', BROWSER)]
    const tags = answers.map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(2)
    for (const { headers } of answers) expect(headers.vary).toBe('host, accept-language, accept-encoding')
    const again = (named: string | undefined) => get('/long', { ...BROWSER, 'if-none-match': named ?? '' })
    expect((await again(tags[1])).statusCode).toBe(304)
    expect((await again(tags[0])).statusCode).toBe(200)
  })

  test('what is short is sent as it is', async () => {
    const plain = await get('/short')
    const asked = await get('/short', BROWSER)
    expect(asked.headers['content-encoding']).toBeUndefined()
    expect([asked.body, asked.headers.etag]).toEqual([plain.body, plain.headers.etag])
  })

  test('it is read once, however often and by whomever it is asked for', async () => {
    const asked = await Promise.all([get('/own'), get('/own', BROWSER), get('/own', BROWSER)])
    const readOnce = own.reads()
    expect(asked.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'br'])
    expect(asked[1]?.headers.vary).toBe('accept-language, accept-encoding')
    await get('/own', { 'accept-encoding': 'gzip' })
    await get('/own')
    expect(own.reads()).toBe(readOnce)
  })
})
