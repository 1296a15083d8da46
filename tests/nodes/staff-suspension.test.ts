import { setTimeout as wait } from 'node:timers/promises'
import { openChannelSocket } from '@dolphin/api/testing/channel-socket'
import { deskOf } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { ChannelClose, channelPath } from '@dolphin/contract/channel'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import { sameBrowser } from './people.ts'

const NODES = [0, 1] as const
const NOT_FOUND = 404
const SESSION_OVER = RESPONSE_CODES.tokenOutdated.code
/** An employee who is suspended is out everywhere by then. Source: docs/design/console.md, Staff. */
const OUT_WITHIN_MS = 1_000

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster(NODES.length, NODES.length)
}, 120_000)
afterAll(() => cluster.stop())

const employeeOn = (node: number, name: string): Promise<TestClient> =>
  signInEmployee({ client: () => cluster.clientOf(node) }, name)

/** The same browser or terminal, by the way to another node. */
const onNode = (node: number, client: TestClient): TestClient =>
  sameBrowser(cluster.clientOf(node).atDesk(), client)

interface Answered {
  readonly begunAt: number
  readonly code: number
}

/** Asks who is signed in, again and again, until it is stopped. */
async function keepAsking(client: TestClient, signal: AbortSignal): Promise<readonly Answered[]> {
  const answers: Answered[] = []
  while (!signal.aborted) {
    const begunAt = performance.now()
    answers.push({ begunAt, code: (await client.call(CALLS.readStaffSession, {})).code })
    await wait(5)
  }
  return answers
}

test('a suspension on one node ends the desk and the terminal of its employee on every node at once', async () => {
  const terminal = await employeeOn(0, 'sam-stopped')
  const { client: desk } = await deskOf(terminal)
  const administrator = await employeeOn(0, 'ada-example')
  const asking = new AbortController()
  const visits = NODES.flatMap((node) => [onNode(node, terminal), onNode(node, desk)])
  for (const visit of visits) expect((await visit.call(CALLS.readStaffSession, {})).code).toBe(1)
  const asked = visits.map((visit) => keepAsking(visit, asking.signal))
  await wait(200)
  const begunAt = performance.now()
  await administrator.ask(CALLS.changeEmployee, {
    body: { employeeId: 'sam-stopped', change: 'suspend', note: 'keys lost' },
  })
  const suspendedAt = performance.now()
  await wait(OUT_WITHIN_MS)
  asking.abort()
  for (const answers of await Promise.all(asked)) {
    const after = answers.filter((answer) => answer.begunAt >= suspendedAt)
    expect(after.length).toBeGreaterThan(0)
    expect([...new Set(after.map(({ code }) => code))]).toEqual([SESSION_OVER])
    // Before it every request was answered: what ended the session was the suspension.
    const before = answers.filter((answer) => answer.begunAt < begunAt - OUT_WITHIN_MS / 10)
    expect([...new Set(before.map(({ code }) => code))]).toEqual([1])
  }
  const { employees } = await onNode(1, administrator).ask(CALLS.listEmployee, {})
  expect(employees.find(({ employeeId }) => employeeId === 'sam-stopped')?.state).toBe('suspended')
})

test('a role that ends on one node counts on no other from the next request on', async () => {
  await employeeOn(1, 'rae-roles')
  const administrator = await employeeOn(0, 'ada-example')
  const { employees } = await administrator.ask(CALLS.listEmployee, {})
  const held = employees.find(({ employeeId }) => employeeId === 'rae-roles')?.roles ?? []
  const there = await employeeOn(1, 'rae-roles')
  expect((await there.call(CALLS.listEmployee, {})).code).toBe(1)
  for (const { grantNo } of held)
    await administrator.ask(CALLS.changeRole, { body: { act: 'end', employeeId: 'rae-roles', grantNo } })
  expect((await there.call(CALLS.listEmployee, {})).code).toBe(RESPONSE_CODES.notPermitted.code)
})

/** How a channel ends that is opened with these credentials, on the second node: by a status, or by a code. */
function channelEnd(host: string, accessToken: string): Promise<number> {
  const port = cluster.nodes[1]?.port ?? 0
  const address = `ws://127.0.0.1:${port}${channelPath('a-channel')}`
  const socket = openChannelSocket(address, { host, origin: `http://${host}` })
  return new Promise((done, failed) => {
    socket.on('unexpected-response', (_request, answer) => done(answer.statusCode ?? 0))
    socket.on('close', done)
    socket.on('error', failed)
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ kind: 'authenticate', accessToken, userCredential: '', lastTicketId: null }),
      ),
    )
  })
}

test('no channel is open to staff, so none outlives a suspension: not at the desk, nor with a staff credential', async () => {
  const terminal = await employeeOn(0, 'ada-example')
  const token = terminal.session?.accessToken ?? ''
  expect(await channelEnd('desk.localhost', token)).toBe(NOT_FOUND)
  expect(await channelEnd('localhost', token)).toBe(ChannelClose.notAuthenticated)
})
