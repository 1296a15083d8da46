import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES, type ResponseCodeName, SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer, openBrowser } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { faultOf } from './answer-judge.ts'
import { type FuzzServer, startFuzzServer } from './fuzz-server.ts'
import { type FuzzFile, WireClient, type WireRequest, writeRequest } from './wire-request.ts'
import type { RequestFields } from './recorded-requests.ts'

let server: FuzzServer
let client: WireClient
let customer: WireRequest['headers']
let employee: WireRequest['headers']

beforeAll(async () => {
  server = await startFuzzServer()
  client = new WireClient(server.port, 20_000)
  const owner = await createCustomer(server.api, { email: 'kept@example.com' })
  customer = headersOf(await openBrowser(server.api, owner))
  employee = headersOf(await signInEmployee(server.api))
})
afterAll(async () => {
  client.close()
  await server.close()
})

const headersOf = ({ host, session }: TestClient): WireRequest['headers'] => [
  ['host', host],
  ['idempotency-key', randomUUID()],
  ['access-token', session?.accessToken ?? ''],
  ['user-credential', session?.userCredential ?? ''],
]

interface KeptCase {
  readonly name: string
  readonly call: CallName
  readonly fields: RequestFields
  readonly file?: FuzzFile
  /** What was done to the request once it was written. */
  readonly twist?: (request: WireRequest) => WireRequest
  /** Without one it succeeds. */
  readonly answer?: ResponseCodeName
}

const DEEP = 20_000
const IDENTITY = ['access-token', 'user-credential']
const A_FILE: FuzzFile = { name: 'a.csv', type: 'text/csv', bytes: Buffer.from('Date,Amount\n') }

/** Each once made the server fail. What is found is put here before it is mended. */
const KEPT: readonly KeptCase[] = [
  {
    name: 'a day so late that the one asked for has a year of five digits',
    call: 'getFutureDate',
    fields: { query: { date: '9999-12-31', days: '3' } },
    answer: 'dateNotAvailable',
  },
  {
    name: 'the last day of the calendar has no next one',
    call: 'getNextBusinessDay',
    fields: { query: { date: '9999-12-31' } },
    answer: 'dateNotAvailable',
  },
  {
    name: 'a zero byte in a text that the schema takes',
    call: 'readMessage',
    fields: { body: { thread: 'account', through: 'a\u0000b' } },
    answer: 'invalidInput',
  },
  {
    name: 'half a surrogate pair in a text',
    call: 'recordBusinessData',
    fields: { body: { event: 'pageSeen', payload: { page: 'half \ud800' } } },
    answer: 'invalidInput',
  },
  {
    name: 'a zero byte in an address',
    call: 'listMessage',
    fields: { query: { before: 'a\u0000b' } },
    answer: 'invalidInput',
  },
  {
    name: 'a form of several parts that ends before its end',
    call: 'uploadBankStatement',
    fields: { body: {} },
    file: A_FILE,
    twist: (request) => ({ ...request, body: request.body?.slice(0, -6) }),
    answer: 'malformedRequest',
  },
  {
    name: 'a packed form that is larger than what is read at once',
    call: 'uploadBankStatement',
    fields: { body: {} },
    file: { ...A_FILE, bytes: randomBytes(200_000) },
    twist: (request) => ({
      ...request,
      headers: [...request.headers, ['content-encoding', 'gzip']],
      body: gzipSync(request.body ?? ''),
    }),
    answer: 'unsupportedMediaType',
  },
  {
    name: 'a body that is none of the parts which its type announces',
    call: 'verifyDocument',
    fields: { body: {} },
    file: A_FILE,
    twist: (request) => ({ ...request, body: Buffer.from('{"a":1}') }),
    answer: 'malformedRequest',
  },
  {
    name: 'a first day of the year 0',
    call: 'payFixedAmount',
    fields: {
      body: {
        mode: 0,
        paymentMode: PaymentMode.ach,
        date: '0000-01-01',
        loanNo: '118-0000018',
        amount: '100.00',
      },
    },
    answer: 'invalidInput',
  },
  {
    name: 'a search up to the last day of the calendar, which has no day after it',
    call: 'searchAudit',
    fields: { body: { portfolioId: 118, from: '0001-01-01', to: '9999-12-31' } },
  },
  {
    name: 'a number that no column holds',
    call: 'previewPortfolio',
    fields: { body: { portfolioId: 999, releaseNo: 2_147_483_648 } },
    answer: 'invalidInput',
  },
  {
    name: 'lists within lists, twenty thousand deep, where anything may stand',
    call: 'createForm',
    fields: { params: { code: 'personal' }, body: { externalKey: null, changed: {}, version: 0 } },
    twist: (request) => ({
      ...request,
      body: Buffer.from(
        `{"externalKey":null,"changed":{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}},"version":0}`,
      ),
    }),
    answer: 'invalidInput',
  },
  {
    name: 'a request that names no host',
    call: 'listPortfolio',
    fields: {},
    twist: (request) => ({ ...request, raw: `GET ${request.path} HTTP/1.1\r\nConnection: close\r\n\r\n` }),
    answer: 'malformedRequest',
  },
  {
    name: 'the first save of a section of an application, by somebody without a session',
    call: 'createForm',
    fields: {
      params: { code: 'question' },
      body: { externalKey: 'A0000002', changed: {}, version: 1 },
    },
    twist: (request) => ({
      ...request,
      headers: request.headers.filter(([name]) => !IDENTITY.includes(name)),
    }),
    answer: 'noIdentity',
  },
]

test.each(KEPT)('kept: $name ($call)', async ({ call, fields, file, twist = (same) => same, answer }) => {
  const headers = CALLS[call].access === 'operations' ? employee : customer
  server.lookAnew()
  const answered = await client.send(twist(writeRequest(CALLS[call], fields, headers, file)))
  expect(faultOf(CALLS[call], answered), `${answered.text} ${server.inside.thrown ?? ''}`).toBeUndefined()
  expect(server.inside.undeclared, 'a refusal that the call does not declare').toBeUndefined()
  const { code } = JSON.parse(answered.text) as { readonly code: number }
  expect(code, answered.text).toBe(answer === undefined ? SUCCESS_CODE : RESPONSE_CODES[answer].code)
})
