import { defineCall } from '@dolphin/contract/call'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { describe } from './describe-error.ts'
import { createLogger, lineTime, loggablePath } from './logger.ts'
import { publicRoute } from './route.ts'

/** A log whose lines can be read again. */
function readableLog() {
  const written: string[] = []
  const log = createLogger({ logLevel: 'info', build: 'test' }, { write: (line) => void written.push(line) })
  return { log, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('what a secret or a person could slip into is blanked, two levels deep', () => {
  const { log, lines } = readableLog()
  log.info({ email: 'jordan@example.com', sent: { to: { email: 'jordan@example.com' } }, count: 1 }, 'a mail')
  expect(lines()).toMatchObject([
    { email: '[hidden]', sent: { to: { email: '[hidden]' } }, count: 1, msg: 'a mail' },
  ])
})

test('a logged failure always includes its code', () => {
  const { log, lines } = readableLog()
  log.warn({ failure: describe(Object.assign(new Error('password=hunter2'), { code: 'XX000' })) }, 'a job')
  expect(lines()).toMatchObject([{ failure: { kind: 'Error', errorCode: 'XX000' } }])
})

test('an error that a library logs keeps its class, code and frames; its message may quote a value', () => {
  const { log, lines } = readableLog()
  const error = Object.assign(new RangeError('password=hunter2'), { code: 'WS_ERR_X' })
  log.error(error)
  log.child({ reqId: 'a' }).warn({ err: error, status: 500 }, 'upgrade failed')
  log.error({ error }, error.message)
  const failure = { kind: 'RangeError', errorCode: 'WS_ERR_X' }
  expect(lines()).toMatchObject([
    { failure, msg: 'an error of a library' },
    { failure, reqId: 'a', status: 500, msg: 'upgrade failed' },
    { failure, msg: 'an error of a library' },
  ])
  expect(JSON.stringify(lines())).not.toMatch(/hunter2|"err"|"error"/)
})

test('an error under any other name, or that is no Error any more, is logged in the same way', () => {
  const { log, lines } = readableLog()
  const error = Object.assign(new RangeError('password=hunter2'), { code: 'WS_ERR_X', detail: 'hunter2' })
  // As pg-boss passes one on.
  const copy = Object.assign({}, error, { message: error.message, stack: error.stack })
  log.error({ reason: error, err: 'none' }, 'one')
  log.error({ cause: copy }, 'two')
  log.error({ err: copy }, 'three')
  log.error({ failures: [error] }, 'four')
  const failure = {
    kind: 'RangeError',
    errorCode: 'WS_ERR_X',
    frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
  }
  expect(lines()).toMatchObject([
    { reason: failure, err: 'none', msg: 'one' },
    { cause: failure, msg: 'two' },
    { failure, msg: 'three' },
    { failures: [failure], msg: 'four' },
  ])
  expect(JSON.stringify(lines())).not.toContain('hunter2')
})

test('what is no error is logged by its kind alone', () => {
  expect(describe('password=hunter2')).toEqual({ kind: 'string' })
  expect(describe({ message: 'password=hunter2' })).toEqual({ kind: 'object' })
  expect(describe({ stack: 'hunter2: no\n    at there', name: 'hunter2 x' })).toEqual({
    kind: 'object',
    frames: ['at there'],
  })
})

test('each line has the time at which it was written, to the millisecond', () => {
  const instants = [0, 0, 1, 0].map((ms) => new Date(1_774_000_000_000 + ms))
  const time = lineTime({ now: () => instants.shift() ?? new Date(0) })
  expect([time(), time(), time(), time()]).toEqual([
    ',"time":"2026-03-20T09:46:40.000Z"',
    ',"time":"2026-03-20T09:46:40.000Z"',
    ',"time":"2026-03-20T09:46:40.001Z"',
    ',"time":"2026-03-20T09:46:40.000Z"',
  ])
  const { log, lines } = readableLog()
  log.info('a line')
  expect(lines()).toMatchObject([{ time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) }])
})

test('every line about a request has its id', async () => {
  const { log, lines } = readableLog()
  const broken = defineCall({
    name: 'broken',
    feature: 'reference-data',
    method: 'GET',
    path: '/test/broken',
    access: 'public',
    request: {},
    reply: z.strictObject({}),
    refusals: [],
    idempotent: false,
    summary: 'A call for this test',
    source: 'ours',
  })
  const failing = publicRoute(broken, () =>
    Promise.reject(Object.assign(new Error('password=hunter2'), { code: 'XX000' })),
  )
  const app = await bareServer({ routes: [failing], log })
  const { headers } = await app.inject({
    method: 'GET',
    url: '/fssapi/test/broken',
    headers: { host: 'localhost' },
  })
  await app.close()
  const reqId = headers['x-request-id']
  expect(lines()).toMatchObject([
    { reqId, failure: { kind: 'Error', errorCode: 'XX000' }, msg: 'a request failed' },
    { reqId, method: 'GET', status: 500, refusal: 'unexpected', msg: 'request' },
  ])
})

test.each([
  ['/sign-in', '/sign-in'],
  ['/fssapi/nothing/jordan@example.com?ssn=521-01-0001', '/fssapi/nothing/[hidden]'],
  ['/reset-password/3fG_h2kLmN0pQrStUvWxYz0123456789AbCdEfGhIjK', '/reset-password/[hidden]'],
  ['/Jordan%20Sample/521010001', '/[hidden]/[hidden]'],
])('of an unknown address only plain words are logged: %s', (url, logged) => {
  expect(loggablePath(url)).toBe(logged)
})
