import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import { anyOf, type Draw, inPercent, oneOf, within } from '@dolphin/api/testing/odd-input/draw'
import { type Json, type JsonPath, placesIn, valueAt, withValue } from '@dolphin/api/testing/odd-input/json'
import { ODD_NUMBERS, ODD_TEXTS, WRONG_TYPES } from '@dolphin/api/testing/odd-input/odd-values'
import type { RequestFields } from './recorded-requests.ts'
import { encoded, type WireRequest } from './wire-request.ts'

const MUCH = 270_000
const DEEP = 20_000

/** Changes what a request says, whatever the call takes: types, keys, numbers, texts. */
export function wildRequest(draw: Draw, fields: RequestFields): RequestFields {
  let current = fields
  for (let count = within(draw, 1, 3); count > 0; count -= 1) {
    const path = anyOf(draw, placesIn(current))
    if (path === undefined) return { ...current, query: { [anyOf(draw, ODD_TEXTS) ?? 'a']: 'x' } }
    // An address and a body are there as they are; only what is in them is up for change.
    if (path.length === 1 && path[0] !== 'body') continue
    current = withValue(current, path, wildValue(draw, current, path)) as RequestFields
  }
  return current
}

function wildValue(draw: Draw, fields: RequestFields, path: JsonPath): Json | undefined {
  const before = valueAt(fields, path) ?? null
  const ways: readonly (() => Json | undefined)[] = [
    () => undefined,
    () => anyOf(draw, WRONG_TYPES),
    () => anyOf(draw, ODD_TEXTS),
    () => anyOf(draw, ODD_NUMBERS),
    () => [before, before],
    () => ({ value: before }),
    () => `${JSON.stringify(before)}${draw(fc.string, { unit: 'binary', maxLength: 40 })}`,
    () => draw(fc.json).slice(0, 2_000),
    () => 'x'.repeat(within(draw, 1, 60_000)),
    () => (typeof before === 'string' ? mangled(draw, before) : anyOf(draw, WRONG_TYPES)),
  ]
  return anyOf(draw, ways)?.()
}

/** A text with one thing changed, as typing errors and attackers do. */
function mangled(draw: Draw, text: string): string {
  const at = within(draw, 0, text.length)
  const odd = anyOf(draw, ODD_TEXTS) ?? ''
  return oneOf(draw, [
    text.slice(0, at),
    text.slice(0, at) + odd.slice(0, 200) + text.slice(at),
    ` ${text} `,
    text.toUpperCase(),
    text + text,
    `-${text}`,
    Buffer.from(text, 'utf16le').swap16().toString('utf16le'),
  ])
}

type Twist = (draw: Draw, request: WireRequest) => WireRequest

const withBody = (request: WireRequest, body: Uint8Array | string): WireRequest => ({
  ...request,
  body: Buffer.from(body),
})
const withHeader = (request: WireRequest, name: string, value: string): WireRequest => ({
  ...request,
  headers: [...request.headers.filter(([one]) => one !== name), [name, value]],
})
const addHeader = (request: WireRequest, name: string, value: string): WireRequest => ({
  ...request,
  headers: [...request.headers, [name, value]],
})
const textOf = ({ body }: WireRequest): string => Buffer.from(body ?? []).toString()

/** Header values are Latin letters on the wire. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000)

/** Keys that would reach into every object, were they merged. */
const PROTO = [
  '"__proto__":{"isAdmin":true,"status":1}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"toString":1',
  '"hasOwnProperty":null',
] as const

const BODY_TWISTS: readonly Twist[] = [
  (draw, request) => withBody(request, textOf(request).slice(0, within(draw, 0, textOf(request).length))),
  (draw, request) => withBody(request, textOf(request).replace(/^\{/, `{${oneOf(draw, PROTO)},`)),
  (draw, request) => withBody(request, textOf(request).replace(/\}$/, `,${oneOf(draw, PROTO)}}`)),
  // The first key again, with another value.
  (_, request) => withBody(request, textOf(request).replace(/^\{("[^"]+":)/, '{$1null,$1')),
  (draw, request) => {
    const [open, close] = oneOf(draw, [
      ['[', ']'],
      ['{"a":', '}'],
    ])
    return withBody(request, `${open.repeat(DEEP)}1${close.repeat(DEEP)}`)
  },
  // Deep inside a place that may hold anything.
  (_, request) =>
    withBody(request, textOf(request).replace(/:("[^"]*"|\{\})/, `:${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)),
  (draw, request) => withBody(request, draw(mutatedBytes, request.body ?? Buffer.from('{}'))),
  (_, request) => withBody(request, `${textOf(request)}trailing`),
  (_, request) => withBody(request, `\ufeff${textOf(request)}`),
  (_, request) =>
    withBody(
      request,
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    ),
  (_, request) => withBody(request, ''),
  (draw, request) =>
    withBody(request, oneOf(draw, ['null', '[]', '"text"', '1e999', '-', '{"a":1e999}', 'NaN'])),
  (_, request) => withBody(request, JSON.stringify({ much: 'x'.repeat(MUCH) })),
  (_, request) =>
    withBody(request, `{${Array.from({ length: 20_000 }, (__, key) => `"k${key}":1`).join(',')}}`),
  (_, request) => withBody(request, textOf(request).replace(/"([^"\\]{2,})"/, '"\\ud800$1\\u0000"')),
]

const TYPES = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;charset="',
  'application/jsonp',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=a-boundary-of-the-fuzz',
  '*/*',
  'application/json, application/json',
] as const

const HEADER_TWISTS: readonly Twist[] = [
  (draw, request) => withHeader(request, 'content-type', oneOf(draw, TYPES)),
  (draw, request) =>
    withHeader(
      request,
      'content-encoding',
      oneOf(draw, ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'x']),
    ),
  (_, request) => withHeader(withBody(request, gzipSync(request.body ?? '')), 'content-encoding', 'gzip'),
  (draw, request) =>
    withHeader(
      request,
      'accept-encoding',
      oneOf(draw, ['br;q=9', '*;q=0', 'identity;q=0', ',,,', 'gzip;q=nan']),
    ),
  (draw, request) => withHeader(request, 'accept-language', headerText(anyOf(draw, ODD_TEXTS) ?? '')),
  (draw, request) => withHeader(request, 'accept-language', 'es-419,'.repeat(within(draw, 1, 400))),
  (draw, request) => withHeader(request, 'idempotency-key', headerText(anyOf(draw, ODD_TEXTS) ?? '')),
  (draw, request) => addHeader(request, 'idempotency-key', draw(fc.uuid)),
  (draw, request) => withHeader(request, 'access-token', headerText(anyOf(draw, ODD_TEXTS) ?? '')),
  (draw, request) => withHeader(request, 'user-credential', headerText(anyOf(draw, ODD_TEXTS) ?? '')),
  (_, request) => withHeader(request, 'user-credential', 'eyJhbGciOiJub25lIn0.eyJndHkiOjF9.'),
  (_, request) => addHeader(request, 'access-token', 'another'),
  (draw, request) =>
    withHeader(request, 'cookie', headerText(`__Host-dolphin=${anyOf(draw, ODD_TEXTS) ?? ''}`)),
  (_, request) => withHeader(request, 'cookie', '%=%;=;;__proto__=1;a="'),
  (draw, request) =>
    withHeader(
      request,
      'host',
      oneOf(draw, [
        '',
        'localhost:99999',
        '110.localhost',
        '[::1]:80',
        'a b',
        'x'.repeat(300),
        'localhost@evil.example',
      ]),
    ),
  (draw, request) =>
    withHeader(
      request,
      'origin',
      oneOf(draw, ['null', 'http://', 'file:///x', 'https://evil.example.com', '%']),
    ),
  (draw, request) =>
    withHeader(request, 'if-none-match', oneOf(draw, ['*', '"a"', 'W/"', '"', `${'"x",'.repeat(500)}"y"`])),
  (_, request) => withHeader(request, 'range', 'bytes=0-0,5-1,-'),
  (draw, request) =>
    withHeader(request, 'x-forwarded-for', oneOf(draw, ['::', '999.1.1.1', "' or 1=1", '1,'.repeat(200)])),
  (_, request) => withHeader(request, 'user-agent', 'ÿ'.repeat(2_000)),
  (_, request) => withHeader(request, 'transfer-encoding', 'chunked'),
]

const ADDRESS_TWISTS: readonly Twist[] = [
  (_, request) => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}a=1&a=2&a[]=3`,
  }),
  (_, request) => ({ ...request, path: request.path.replace(/\?(.+)$/, '?$1&$1') }),
  (draw, request) => ({
    ...request,
    path: `${request.path}${oneOf(draw, ['%', '%zz', '%00', '%ff%fe', '/', '//', '/..%2f..', ';a=b', '%E0%A4%A', '?%', '&=&=&'])}`,
  }),
  (draw, request) => ({
    ...request,
    path: request.path.replace(/(?<=\/.+\/)[^/?]+(?=[/?]|$)/g, (part) =>
      inPercent(draw, 20) ? encoded(part + (anyOf(draw, ODD_TEXTS) ?? '').slice(0, 100)) : part,
    ),
  }),
  (_, request) => ({ ...request, path: `${request.path}${'/a'.repeat(2_000)}` }),
  (_, request) => ({ ...request, path: `${request.path}?${'q=1&'.repeat(2_000)}` }),
  (draw, request) => ({
    ...request,
    method: oneOf(draw, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']),
  }),
]

const head = ({ method, path }: WireRequest) => `${method} ${path} HTTP/1.1\r\nHost: localhost:8080\r\n`

/** What no library would send; the server closes after each of them. */
const RAW_TWISTS: readonly ((request: WireRequest) => string)[] = [
  (request) => `${head(request)}Content-Length: -1\r\n\r\n`,
  (request) => `${head(request)}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
  (request) => `${head(request)}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  (request) => `${head(request)}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  (request) => `${head(request)}No colon\r\n\r\n`,
  (request) => `${head(request)}A: b\r\n c: d\r\n\0: e\r\n\r\n`,
  (request) => `${head(request)}Big: ${'x'.repeat(20_000)}\r\n\r\n`,
  ({ path }) => `G\0T ${path} HTTP/1.1\r\n\r\n`,
  ({ path }) => `GET ${path}\0 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/9.9\r\nHost: localhost\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
]

/** Changes how a request is sent: bytes of the body, headers, address, method, or the whole of it. */
export function twistedRequest(draw: Draw, request: WireRequest): WireRequest {
  if (inPercent(draw, 4)) return { ...request, raw: (anyOf(draw, RAW_TWISTS) ?? head)(request) }
  const kinds =
    request.body === undefined
      ? [HEADER_TWISTS, ADDRESS_TWISTS]
      : [BODY_TWISTS, HEADER_TWISTS, ADDRESS_TWISTS]
  const twist = anyOf(draw, anyOf(draw, kinds) ?? HEADER_TWISTS)
  return twist?.(draw, request) ?? request
}
