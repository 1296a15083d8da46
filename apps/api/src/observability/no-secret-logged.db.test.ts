import { once } from 'node:events'
import type { Socket } from 'node:net'
import { channelPath, maxFrameBytes } from '@dolphin/contract/channel'
import { signInCall } from '@dolphin/contract/identity-sessions'
import { signingSignCall } from '@dolphin/contract/agreements'
import { createFormCall } from '@dolphin/contract/applications-forms'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ALL_CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyToSign, signInput } from '../testing/signing-sessions.ts'
import { PASSWORD } from '../testing/customers.ts'
import { batchOn, settleOn } from '../testing/funded-loans.ts'
import { type ReceivedSpan, startObservedServer, type ObservedServer } from '../testing/observed-server.ts'

/** Values that stand nowhere else, so that one found in a log, a trace or a figure can only be the person's. */
const CANARY = {
  firstName: 'Quenbirdy',
  lastName: 'Zwickelfen',
  birthDate: '1987-11-23',
  ssn: '521-45-8642',
  street: '4711 Kanariengasse',
  city: 'Vogelheim',
  cellPhone: '(302) 555-0198',
  email: 'quenbirdy.zwickelfen@example.com',
  employerName: 'Kanarienwerke Inc',
}
/** As a person writes them and as they are stored. */
const WORDS = [
  ...Object.values(CANARY),
  ...[CANARY.ssn, CANARY.cellPhone].map((text) => text.replaceAll(/\D/g, '')),
  '000111222333',
  PASSWORD,
]

/** Lines of the log hold these and nothing else; a new one is added here on purpose or not at all. */
const LOG_KEYS = new Set(
  [
    'level',
    'time',
    'msg',
    'host',
    'pid',
    'build',
    'reqId',
    'method',
    'path',
    'status',
    'ms',
    'refusal',
    'traceId',
    'failure',
    'heldMs',
  ].concat(
    [
      'portfolioId',
      'loanNo',
      'fileNo',
      'sha256',
      'entries',
      'noticeId',
      'kind',
      'provider',
      'job',
      'fileName',
    ],
    ['announced', 'batches', 'settled', 'submitted', 'credits', 'debits', 'businessDate', 'day', 'standing'],
  ),
)

const SPAN_KEYS = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'error.type',
  'dolphin.request_id',
  'dolphin.code',
  'dolphin.provider',
  'dolphin.operation',
])

const JUNK_REQUESTS = 600

let told: ObservedServer
let secrets: readonly string[]

beforeAll(async () => {
  told = await startObservedServer()
  secrets = [...WORDS, ...(await walk(told))]
}, 120_000)
afterAll(() => told.close())

/** Account, application, bank link, plan, signature, funding, and what goes wrong on the way; answers its tokens. */
async function walk({ api }: ObservedServer): Promise<string[]> {
  const { employerName, ...personal } = CANARY
  const loan = await readyToSign(api, { personal, employment: { employerName } })
  const { client } = loan
  const { params, body } = signInput(loan.opened)
  const text = `${CANARY.firstName} ${CANARY.lastName}`
  await client.ask(signingSignCall, { params, body: { ...body, mark: { kind: 'typed', text } } })
  await api.runJobs()
  const tokens = [client.session?.accessToken, client.session?.userCredential, ...client.cookies.values()]
  await refusedRequests(told, loan.email)
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  await api.runJobs()
  const mails = await api.mailsTo(loan.email)
  const links = mails.flatMap(({ content }) =>
    [...content.text.matchAll(/[A-Za-z0-9_-]{43}/g)].map(([token]) => token),
  )
  return [...tokens, ...links].filter((token) => token !== undefined)
}

/** Wrong passwords, wrong answers, broken bodies: what fails must not be told either. */
async function refusedRequests(told: ObservedServer, email: string): Promise<void> {
  const { api } = told
  const otherCustomer = api.client()
  await otherCustomer.call(signInCall, {
    body: {
      portfolioId: 118,
      account: email,
      password: PASSWORD.toLowerCase(),
      device: { remember: false },
    },
  })
  const changed = { firstName: CANARY.firstName, ssn: CANARY.ssn, nonsense: CANARY.street }
  await otherCustomer.call(createFormCall, {
    params: { code: 'personal' },
    body: { externalKey: null, changed, version: 0 },
  })
  await api.app.inject({
    url: `/fssapi/nothing/${CANARY.email}?ssn=${CANARY.ssn}`,
    headers: { host: 'localhost' },
  })
  await oversizedFrame(told)
  await api.app.inject({
    method: 'POST',
    url: '/fssapi/dolphin-loan/online/form/personal',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: `{"firstName": "${CANARY.firstName}`,
  })
}

/** A channel whose page sends more than a frame may hold. */
async function oversizedFrame({ api }: ObservedServer): Promise<void> {
  const { host } = api.client()
  const headers = { host, origin: `http://${host}` }
  const socket = await api.app.injectWS(channelPath('a'), {
    headers,
    socket: { remoteAddress: '127.0.0.1' } as Socket,
  })
  const closed = once(socket, 'close')
  socket.send(CANARY.email.repeat(maxFrameBytes / CANARY.email.length + 1))
  await closed
}

const telling = (text: string) => secrets.filter((word) => text.toLowerCase().includes(word.toLowerCase()))

test('a walk from account to funded loan leaves nothing of its person in the log (issue 6, point 6)', () => {
  expect(secrets.length).toBeGreaterThan(WORDS.length + 3)
  const text = told.lines().join('')
  expect(told.lines().length).toBeGreaterThan(25)
  expect(telling(text)).toEqual([])
})

test('every line of the log is JSON with known keys, and every request has its id and outcome', () => {
  const lines = told.lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  const keys = new Set(lines.flatMap((line) => Object.keys(line)))
  expect([...keys].filter((key) => !LOG_KEYS.has(key))).toEqual([])
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(20)
  for (const line of requests) {
    expect(line).toMatchObject({
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect([typeof line['status'], typeof line['ms'], typeof line['path']]).toEqual([
      'number',
      'number',
      'string',
    ])
  }
})

test('figures count the walk and tell nothing of it; every label is from a closed list', async () => {
  const text = await told.scrape()
  expect(telling(text)).toEqual([])
  expect(text).toMatch(
    /^dolphin_calls_total\{call="signingSign",method="POST",status="200",code="success"\} 1$/m,
  )
  expect(text).toMatch(/^dolphin_calls_total\{call="signIn",method="POST",status="4\d\d",code="\w+"\} 1$/m)
  expect(text).toMatch(/^dolphin_job_runs_total\{queue="[\w-]+",outcome="done"\}/m)
  expect(text).toMatch(/^dolphin_provider_calls_total\{provider="military",operation="check",outcome="ok"\}/m)
  expect(text).toMatch(/^dolphin_provider_calls_total\{provider="mail",operation="send",outcome="ok"\}/m)
  expect(text).toMatch(/^dolphin_provider_calls_total\{provider="bank",operation="submit",outcome="ok"\}/m)
  expect(text).toMatch(/^dolphin_tickets_posted_total\{ticket="\d+"\}/m)
  expect(text).toMatch(/^dolphin_ach_debits\{portfolio="118",window="60d"\} 0$/m)
  expect(text).toMatch(/^dolphin_queue_depth\{queue="[\w-]+"\}/m)
  expect(text).toMatch(/^dolphin_database_sessions\{state="open"\}/m)
})

test('whatever strangers send, the number of series stays what the contract allows (cardinality)', async () => {
  const series = (text: string) => text.split('\n').filter((line) => /^dolphin_calls?_/.test(line)).length
  const codes = new Set(['success', 'none', ...Object.keys(RESPONSE_CODES)])
  const names = new Set(ALL_CALLS.map(({ name }) => name))
  const before = series(await told.scrape())
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'REPORT', 'PROPFIND'] as const
  for (let turn = 0; turn < JUNK_REQUESTS; turn += 1) {
    const method = methods[turn % methods.length] ?? 'GET'
    const url =
      [`/junk-${turn}`, `/fssapi/dolphin-loan/junk-${turn}`, `/channel/online/junk-${turn}`][turn % 3] ?? '/'
    await told.api.app.inject({ method: method as 'GET', url, headers: { host: `junk-${turn}.example.com` } })
  }
  const text = await told.scrape()
  expect(text).not.toContain('junk')
  expect(series(text) - before).toBeLessThan(120)
  for (const [, call = '', , status = '', code = ''] of text.matchAll(
    /^dolphin_calls_total\{call="([^"]*)",method="(\w+)",status="(\d+)",code="(\w+)"\}/gm,
  )) {
    expect(names.has(call) || call.startsWith('/') || ['assets', 'docs', 'page or none'].includes(call)).toBe(
      true,
    )
    expect(Number(status)).toBeLessThan(600)
    expect(codes.has(code)).toBe(true)
  }
})

test('traces show call, unit of work and provider under one another, and nothing of the person (issue 6, point 6)', async () => {
  await told.closeTraces()
  const spans = told.collector.spans()
  expect(telling(told.collector.text())).toEqual([])
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].filter((key) => !SPAN_KEYS.has(key))).toEqual([])
  expect(pathsOf(spans)).toEqual(
    expect.arrayContaining([
      'POST signingSign > unit of work',
      'POST calculateQualifiedAmount > military check',
      'job send-notices > mail send',
    ]),
  )
  expect(spans.every(({ status }) => status.message === undefined)).toBe(true)
})

/** Each span behind its parent's name. */
function pathsOf(spans: readonly ReceivedSpan[]): readonly string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const named = spans.flatMap(({ name, parentSpanId = '' }) => {
    const parent = byId.get(parentSpanId)
    return parent === undefined ? [] : [`${parent.name} > ${name}`]
  })
  return [...new Set(named)]
}
