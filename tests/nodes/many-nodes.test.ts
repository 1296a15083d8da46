import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillApplication } from '@dolphin/api/testing/applications'
import { STATEMENT } from '@dolphin/api/testing/call-coverage/scene'
import { openChannelSocket } from '@dolphin/api/testing/channel-socket'
import { PASSWORD } from '@dolphin/api/testing/customers'
import { TestClient } from '@dolphin/api/testing/test-client'
import { newestVersion, publishEdit } from '@dolphin/api/testing/versions'
import { channelPath } from '@dolphin/contract/channel'
import { documentFileCall } from '@dolphin/contract/documents'
import { getPersonalInfoCall, sendCreateAccountEmailCall } from '@dolphin/contract/identity'
import { signInCall, signOutCall } from '@dolphin/contract/identity-sessions'
import { answerMessageCall, listMessageCall, sendMessageCall } from '@dolphin/contract/messages'
import { uploadBankStatementCall } from '@dolphin/contract/verification'
import { getPortfolioCall } from '@dolphin/contract/portfolios'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import { NodeClient } from './http-client.ts'
import { figuresAskedFor, figuresOf } from './shipped-figures.ts'
import { type NodesCustomer, openAccount, sameBrowser, Saver, signInEmployee } from './people.ts'

const PLACES = 4
const SAVES_IN_FLIGHT = 100
const LETTERS = 40
/** A node short of CPU turns people away, and so may one that has just begun; what is tested is asked once. */
const SETUP_PATIENCE = 20
/** A node must be gone by then (issue 6, point 3). */
const STOP_LIMIT_MS = 30_000
const REPORT = join(import.meta.dirname, '../../test-results/nodes')

let cluster: Cluster
let customer: NodesCustomer
let savers: readonly Saver[]
/** Figures for the reader of a run; nothing is asserted of what a busy machine makes slow. */
const figures: Record<string, unknown> = {}

beforeAll(async () => {
  cluster = await startCluster(PLACES, 2)
  const patient = new NodeClient(cluster.balancerPort, SETUP_PATIENCE)
  const made = await openAccount(cluster, new TestClient(patient, 118), 'nodes-one@example.com')
  patient.close()
  customer = { ...made, client: sameBrowser(cluster.client(), made.client) }
}, 120_000)

afterAll(async () => {
  await cluster.stop()
  mkdirSync(REPORT, { recursive: true })
  writeFileSync(join(REPORT, 'figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
})

/** Sum of a counter's series on a node. */
async function counted(node: number, series: RegExp): Promise<number> {
  const text = (await cluster.nodes[node]?.scrape()) ?? ''
  return text
    .split('\n')
    .filter((line) => series.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('a session begun on one node holds on the other, and its end is known there at once', async () => {
  const browser = cluster.clientOf(0)
  const { client, openId } = await openAccount(cluster, browser, 'nodes-session@example.com')
  const elsewhere = sameBrowser(cluster.clientOf(1), client)
  expect((await elsewhere.ask(getPersonalInfoCall, {})).openId).toBe(openId)
  await client.ask(signOutCall, { body: { everywhere: false } })
  expect((await elsewhere.call(getPersonalInfoCall, {})).code).not.toBe(1)
})

test('one intent sent to both nodes at once takes effect once and gets one answer (contract.md)', async () => {
  const httpClients = [0, 1].map((node) => sameBrowser(cluster.clientOf(node), customer.client))
  const before = (await customer.client.ask(listMessageCall, { query: {} })).messages.length
  for (let round = 0; round < 10; round += 1) {
    const idempotencyKey = randomUUID()
    const body = { text: `A question, number ${round}` }
    const answers = await Promise.all(
      httpClients.map((httpClient) => httpClient.call(sendMessageCall, { body }, { idempotencyKey })),
    )
    const inProgress = RESPONSE_CODES.idempotencyInProgress.code
    expect(answers.every(({ code }) => code === 1 || code === inProgress)).toBe(true)
    const again = await customer.client.ask(sendMessageCall, { body }, { idempotencyKey })
    expect(answers.flatMap(({ code, data }) => (code === 1 ? [data] : []))).toContainEqual(again)
  }
  const after = (await customer.client.ask(listMessageCall, { query: {} })).messages.length
  expect(after - before).toBe(10)
})

test('a paper that came to one node is handed out by the other, though their folders have nothing in common', async () => {
  const { client } = await openAccount(cluster, cluster.clientOf(0), 'nodes-paper@example.com')
  await fillApplication(client, { ssn: '521-46-1901', email: 'nodes-paper@example.com' })
  const { documentNo } = await client.ask(uploadBankStatementCall, { body: {} }, { file: STATEMENT })
  const elsewhere = sameBrowser(cluster.clientOf(1), client)
  const handedOut = await elsewhere.call(documentFileCall, { params: { documentNo } })
  expect(handedOut).toEqual({ status: 200, code: 1, data: null })
  expect([...cluster.objects.keys()]).toContainEqual(expect.stringMatching(/^documents\/118\/sha256-/))
  for (const node of [0, 1]) expect(existsSync(join(cluster.dataFolderOf(node), 'objects'))).toBe(false)
})

test('guesses at a password count together, whichever node they are made at (design/security.md "Figures")', async () => {
  const guess = (node: number) =>
    cluster.clientOf(node).call(signInCall, {
      body: {
        portfolioId: 118,
        account: customer.email,
        password: 'Wrong-Horse-7',
        device: { remember: false },
      },
    })
  const codes: number[] = []
  for (let turn = 0; turn < 8; turn += 1) codes.push((await guess(turn % 2)).code)
  expect(codes.slice(0, 4)).toEqual(Array(4).fill(RESPONSE_CODES.accountInformationInvalid.code))
  expect(codes).toContain(RESPONSE_CODES.signInThrottled.code)
  const body = { portfolioId: 118, account: customer.email, password: PASSWORD, device: { remember: false } }
  await wait(2_500)
  expect([1, RESPONSE_CODES.signInThrottled.code]).toContain(
    (await cluster.client().call(signInCall, { body })).code,
  )
})

test('a ticket made on one node reaches the page on the other, each once and in order', async () => {
  const heard: { id: string; at: number }[] = []
  const [, second] = cluster.nodes
  const socket = openChannelSocket(`ws://127.0.0.1:${second?.port}${channelPath(customer.channelId)}`, {
    host: 'localhost',
    origin: 'http://localhost',
    cookie: [...customer.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const welcome = new Promise<void>((done, failed) => {
    socket.on('close', (code) => failed(new Error(`the channel was closed: ${code}`)))
    socket.on('message', (data) => {
      const frame = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}') as {
        kind?: string
        ticket?: number
        id?: string
      }
      if (frame.kind === 'welcome') done()
      if (frame.ticket === Ticket.inProgress) heard.push({ id: frame.id ?? '', at: performance.now() })
    })
  })
  socket.on('open', () => {
    const { accessToken, userCredential } = customer.client.session ?? {}
    socket.send(JSON.stringify({ kind: 'authenticate', accessToken, userCredential, lastTicketId: null }))
  })
  await welcome
  const employee = await signInEmployee(cluster.clientOf(0))
  const tookMs: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const begunAt = performance.now()
    await employee.ask(answerMessageCall, {
      body: { openId: customer.openId, text: `An answer, number ${turn}` },
    })
    const deadline = begunAt + 5_000
    while (heard.length <= turn && performance.now() < deadline) await wait(1)
    tookMs.push((heard[turn]?.at ?? Number.NaN) - begunAt)
  }
  socket.removeAllListeners('close')
  socket.terminate()
  expect(heard.map(({ id }) => Number(id))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  const sorted = tookMs.toSorted((a, b) => a - b)
  figures['ms from a request on node 1 to its ticket on node 2'] = { p50: sorted[9], longest: sorted[19] }
})

test('what operations publish on one node is shown by the other', async () => {
  const employee = await signInEmployee(cluster.clientOf(0))
  const item = { kind: 'portfolio', key: 'portfolio' } as const
  const { content } = await newestVersion(employee, item)
  const lender = content['lender'] as Record<string, unknown>
  const published = await publishEdit(employee, item, (before) => ({
    ...before,
    lender: { ...lender, brandName: 'Two Nodes Lending' },
  }))
  expect(published.code).toBe(1)
  const nameAt = async (node: number) =>
    JSON.stringify(await cluster.clientOf(node).ask(getPortfolioCall, { query: {} })).includes(
      'Two Nodes Lending',
    )
  const deadline = performance.now() + 5_000
  while (!((await nameAt(0)) && (await nameAt(1))) && performance.now() < deadline) await wait(20)
  expect([await nameAt(0), await nameAt(1)]).toEqual([true, true])
})

test('every job runs once, though all nodes look for work: one mail for each letter', async () => {
  const mails = async () =>
    (
      await cluster.rows<{ count: number }>(
        "select count(*)::integer as count from mails where kind = 'createAccountLink'",
      )
    )[0]?.count ?? 0
  const before = await mails()
  const first = cluster.clientOf(0)
  const second = cluster.clientOf(1)
  await Promise.all(
    Array.from({ length: LETTERS }, (_, serial) =>
      (serial % 2 === 0 ? first : second).ask(sendCreateAccountEmailCall, {
        body: {
          portfolioId: 118,
          email: `letter-${serial}@example.com`,
          createAccountType: CreateAccountType.home,
        },
      }),
    ),
  )
  const deadline = performance.now() + 20_000
  while ((await mails()) - before < LETTERS && performance.now() < deadline) await wait(100)
  // Whatever runs twice would do so now.
  await wait(2_500)
  expect((await mails()) - before).toBe(LETTERS)
  const sent = await Promise.all(
    [0, 1].map((node) => counted(node, /^dolphin_provider_calls_total\{provider="mail"/)),
  )
  figures['mails sent by node 1 and node 2'] = sent
})

test('every figure that the dashboard and the alerts ask for is in a scrape of a running node', async () => {
  const there = figuresOf((await cluster.nodes[0]?.scrape()) ?? '')
  expect([...figuresAskedFor()].filter((name) => !there.has(name))).toEqual([])
  expect(figuresAskedFor().size).toBeGreaterThan(20)
})

/** The balancer asks twice a second, and one good answer is enough for it. */
const untilBalanced = () => wait(1_500)

/** The version of every saver's section, as the database has it. */
async function storedVersions(): Promise<ReadonlyMap<string, number>> {
  const rows = await cluster.rows<{ application_no: string; version: number }>(
    "select application_no, version from application_sections where section_key = 'personal'",
  )
  return new Map(rows.map(({ application_no: applicationNo, version }) => [applicationNo, version]))
}

const turnedAway = () => savers.reduce((sum, saver) => sum + saver.turnedAway, 0)

/** Each saver knows how many of its saves were answered; the database must know the same. */
async function expectNothingLostOrDoubled(): Promise<void> {
  const stored = await storedVersions()
  expect(savers.map(({ applicationNo }) => stored.get(applicationNo))).toEqual(
    savers.map(({ version }) => version),
  )
}

test('100 saves in flight when a node receives SIGTERM: 0 lost, 0 doubled (design/security.md F11)', async () => {
  const [first] = cluster.nodes
  if (first === undefined) throw new Error('there is a first node')
  const httpClient = new NodeClient(first.port)
  const all: Saver[] = []
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (let serial = lane; serial < SAVES_IN_FLIGHT; serial += 4)
      all.push(
        await Saver.begin(
          { at: cluster.clientOf(1), through: new TestClient(httpClient, 118), again: cluster.client() },
          serial,
        ),
      )
  })
  await Promise.all(lanes)
  savers = all
  const before = savers.map(({ version }) => version)
  const saves = savers.map((saver) =>
    saver.save().catch((error: unknown) => (error instanceof Error ? error.message : 'failed')),
  )
  const answers = Promise.all(saves)
  // With the first answer all of them have been sent, and nearly all still wait.
  await Promise.race(saves)
  const end = first.stop()
  expect(await answers).toEqual(Array(SAVES_IN_FLIGHT).fill(1))
  expect(savers.map(({ version }, index) => version - (before[index] ?? 0))).toEqual(
    Array(SAVES_IN_FLIGHT).fill(1),
  )
  await expectNothingLostOrDoubled()
  const { code, tookMs } = await end
  httpClient.close()
  expect(code).toBe(0)
  const isLogComplete = first.log.includes('stopped: all that was under way is done')
  expect(isLogComplete, 'the last line of the log is written too').toBe(true)
  expect(tookMs).toBeLessThan(STOP_LIMIT_MS)
  figures['ms from SIGTERM to the end of a node with 100 saves in flight'] = Math.round(tookMs)
  figures['saves told to come again meanwhile'] = turnedAway()
}, 180_000)

test('four nodes are restarted one after the other under load, and no request fails (issue 6, point 3)', async () => {
  for (const node of cluster.nodes) if (!(await node.isReady())) await node.start()
  await untilBalanced()
  for (const saver of savers) saver.changeHttpClient()
  const codes = new Map<number | string, number>()
  const count = (outcome: number | string) => codes.set(outcome, (codes.get(outcome) ?? 0) + 1)
  const restarting = new AbortController()
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let turn = lane; !restarting.signal.aborted; turn += 10) {
      const saver = savers[turn % savers.length]
      await saver
        ?.save()
        .then(count, (error: unknown) => count(error instanceof Error ? error.message : 'failed'))
      await wait(50)
    }
  })
  const ends: Awaited<ReturnType<(typeof cluster.nodes)[number]['stop']>>[] = []
  for (const node of cluster.nodes) {
    ends.push(await node.stop())
    figures['ms for each stop of the rolling restart'] = ends.map(({ tookMs }) => Math.round(tookMs))
    await node.start()
    await untilBalanced()
  }
  restarting.abort()
  await Promise.all(lanes)
  const saved = codes.get(1) ?? 0
  figures['saves during a rolling restart of four nodes'] = saved
  figures['saves told to come again by then'] = turnedAway()
  expect([...codes.keys()]).toEqual([1])
  expect(saved).toBeGreaterThan(100)
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  await expectNothingLostOrDoubled()
}, 240_000)
