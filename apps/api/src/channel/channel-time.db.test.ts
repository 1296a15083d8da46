import type { Socket } from 'node:net'
import { channelPath, ChannelClose } from '@dolphin/contract/channel'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { type Api, composeApi } from '../compose.ts'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer } from '../testing/customers.ts'
import type { TestClient } from '../testing/test-client.ts'

let api: TestApi
let otherNode: Api

beforeAll(async () => {
  api = await startTestApi()
  await api.app.ready()
  otherNode = await composeApi(api.deps)
  await otherNode.app.ready()
})

afterAll(async () => {
  await otherNode.app.close()
  await otherNode.jobs.stop()
  await api.close()
})

// Only what the channel waits by; the database keeps its own time.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

const channelOf = (client: TestClient): string =>
  (client.session as unknown as { channelId: string }).channelId

/** An open socket that counts heartbeats and remembers what else it heard. */
async function connect(node: Pick<Api, 'app'>, client: TestClient) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: client.host, origin: `http://${client.host}`, cookie }
  const socket: WebSocket = await node.app.injectWS(channelPath(channelOf(client)), {
    headers,
    socket: { remoteAddress: '127.0.0.1' } as Socket,
  })
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : 'null')))
  socket.on('close', (code) => heard.push({ closed: code }))
  const hello = { kind: 'authenticate', ...client.session, lastTicketId: null }
  const { accessToken, userCredential, kind, lastTicketId } = hello as Record<string, unknown>
  return {
    heard,
    socket,
    authenticate: () => socket.send(JSON.stringify({ kind, accessToken, userCredential, lastTicketId })),
  }
}

test('a socket that does not prove its session within 5 s is closed (contract.md "Channel")', async () => {
  const client = await createCustomer(api, { email: 'channel-time-1@example.com' })
  const { heard } = await connect(api, client)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(heard).toEqual([{ closed: ChannelClose.notAuthenticated }]))
})

test('the server beats every 30 s and gives up a page that is silent for more than 60 s (product.md §7)', async () => {
  const client = await createCustomer(api, { email: 'channel-time-2@example.com' })
  const { heard, socket, authenticate } = await connect(api, client)
  authenticate()
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'welcome' }]))
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'heartbeat' }))
  socket.send('{"kind":"heartbeat"}')
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(heard).not.toContainEqual({ closed: ChannelClose.silent })
  await vi.advanceTimersByTimeAsync(2_000)
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ closed: ChannelClose.silent }))
})

test('a ticket posted on one node reaches the pages on every other (contract.md "Channel")', async () => {
  const client = await createCustomer(api, { email: 'channel-time-3@example.com' })
  const pages = [await connect(api, client), await connect(otherNode, client)]
  for (const page of pages) {
    page.authenticate()
    await vi.waitFor(() => expect(page.heard).toEqual([{ kind: 'welcome' }]))
  }
  const news = {
    ticket: Ticket.inProgress,
    data: {
      loanNo: '118-0000018',
      loanStatus: LoanStatus.approved,
      subStatus: null,
      reviewStatus: null,
      trackerStep: 3,
    },
  } as const
  const owner = { portfolioId: 118, openId: client.openId }
  await api.deps.units.write(async (unit) => {
    await api.deps.tickets.post(unit, owner, news)
    return ok(undefined)
  })
  for (const { heard, socket } of pages) {
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ ...news, id: '1' }))
    socket.terminate()
  }
})

test('a ticket number that was never given cannot make a page deaf', async () => {
  const client = await createCustomer(api, { email: 'channel-time-4@example.com' })
  const { heard, socket } = await connect(api, client)
  socket.send(
    JSON.stringify({
      kind: 'authenticate',
      accessToken: client.session?.accessToken,
      userCredential: client.session?.userCredential,
      lastTicketId: '4711',
    }),
  )
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'welcome' }]))
  const news = {
    ticket: Ticket.inProgress,
    data: {
      loanNo: '118-0000018',
      loanStatus: LoanStatus.approved,
      subStatus: null,
      reviewStatus: null,
      trackerStep: 1,
    },
  } as const
  await api.deps.units.write(async (unit) => {
    await api.deps.tickets.post(unit, { portfolioId: 118, openId: client.openId }, news)
    return ok(undefined)
  })
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ ...news, id: '1' }))
  socket.terminate()
})
