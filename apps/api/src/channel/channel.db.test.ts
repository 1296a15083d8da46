import type { Socket } from 'node:net'
import { channelPath, ChannelClose } from '@dolphin/contract/channel'
import { signOutCall } from '@dolphin/contract/identity-sessions'
import { ok } from '@dolphin/domain/outcome'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { findSessionByChannel } from '@dolphin/database/identity/session-repository'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer } from '../testing/customers.ts'
import type { TestClient } from '../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await api.app.ready()
})

afterAll(() => api.close())

/** An injected upgrade has no socket to read the address from. */
const FROM_HERE = { socket: { remoteAddress: '127.0.0.1' } as Socket }

/** Collects what a socket receives; waits for the next frame or the close. */
function reader(socket: WebSocket) {
  const frames: unknown[] = []
  const waiting: ((frame: unknown) => void)[] = []
  const take = (frame: unknown) => {
    const next = waiting.shift()
    if (next === undefined) frames.push(frame)
    else next(frame)
  }
  socket.on('message', (data) => take(JSON.parse(Buffer.isBuffer(data) ? data.toString() : 'null')))
  socket.on('close', (code) => take({ closed: code }))
  return (): Promise<unknown> =>
    frames.length > 0 ? Promise.resolve(frames.shift()) : new Promise((resolve) => void waiting.push(resolve))
}

async function connect(client: TestClient, channelId: string, origin = `http://${client.host}`) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: client.host, origin, cookie }
  const socket = await api.app.injectWS(channelPath(channelId), { headers, ...FROM_HERE })
  return { socket, next: reader(socket) }
}

const hello = (client: TestClient, lastTicketId: string | null = null) =>
  JSON.stringify({
    kind: 'authenticate',
    accessToken: client.session?.accessToken,
    userCredential: client.session?.userCredential,
    lastTicketId,
  })

const channelOf = (client: TestClient): string =>
  (client.session as unknown as { channelId: string }).channelId

const inProgress = (trackerStep: 1 | 3) => ({
  ticket: Ticket.inProgress,
  data: {
    loanNo: '118-0000018',
    loanStatus: LoanStatus.approved,
    subStatus: null,
    reviewStatus: null,
    trackerStep,
  },
})

function post(openId: string, step: 1 | 3) {
  return api.deps.units.write(async (unit) => {
    await api.deps.tickets.post(unit, { portfolioId: 118, openId }, inProgress(step))
    return ok(undefined)
  })
}

test('a ticket reaches every open page of its customer after the commit, and no other (contract.md)', async () => {
  const [one, two] = [
    await createCustomer(api, { email: 'channel-1@example.com' }),
    await createCustomer(api, { email: 'channel-2@example.com' }),
  ]
  const windows = [await connect(one, channelOf(one)), await connect(one, channelOf(one))]
  const otherCustomer = await connect(two, channelOf(two))
  for (const { socket, next } of windows) {
    socket.send(hello(one))
    expect(await next()).toEqual({ kind: 'welcome' })
  }
  otherCustomer.socket.send(hello(two))
  expect(await otherCustomer.next()).toEqual({ kind: 'welcome' })
  await post(one.openId, 3)
  for (const { next } of windows) expect(await next()).toEqual({ ...inProgress(3), id: '1' })
  await post(two.openId, 1)
  expect(await otherCustomer.next()).toEqual({ ...inProgress(1), id: '1' })
  await post(two.openId, 3)
  expect(await otherCustomer.next()).toEqual({ ...inProgress(3), id: '2' })
  for (const { socket } of [...windows, otherCustomer]) socket.terminate()
})

test('a page that was away gets what it missed, in order, by lastTicketId (contract.md)', async () => {
  const client = await createCustomer(api, { email: 'channel-3@example.com' })
  for (const step of [1, 3, 1] as const) await post(client.openId, step)
  const { socket, next } = await connect(client, channelOf(client))
  socket.send(hello(client, '1'))
  expect(await next()).toEqual({ kind: 'welcome' })
  expect(await next()).toEqual({ ...inProgress(3), id: '2' })
  expect(await next()).toEqual({ ...inProgress(1), id: '3' })
  socket.terminate()
})

test('a page that was away for very long gets all of it, however much at once', async () => {
  const client = await createCustomer(api, { email: 'channel-long@example.com' })
  const posted = Array.from({ length: 230 }, (_, index) => String(index + 1))
  for (const _ of posted) await post(client.openId, 3)
  const { socket, next } = await connect(client, channelOf(client))
  socket.send(hello(client, '0'))
  expect(await next()).toEqual({ kind: 'welcome' })
  const heard: string[] = []
  while (heard.length < posted.length) heard.push(((await next()) as { readonly id: string }).id)
  expect(heard).toEqual(posted)
  socket.terminate()
})

test('a page that reopens its channel keeps no session alive: the user may be away (domain.md §12)', async () => {
  const client = await createCustomer(api, { email: 'channel-idle@example.com' })
  const before = await findSessionByChannel(api.database.db, channelOf(client))
  api.clock.advance(120_000)
  const { socket, next } = await connect(client, channelOf(client))
  socket.send(hello(client))
  expect(await next()).toEqual({ kind: 'welcome' })
  expect(await findSessionByChannel(api.database.db, channelOf(client))).toEqual(before)
  socket.terminate()
})

test("another site's page cannot connect, nor can one that names no origin (design/security.md T11)", async () => {
  const client = await createCustomer(api, { email: 'channel-4@example.com' })
  await expect(connect(client, channelOf(client), 'https://evil.example.com')).rejects.toThrow(/403/)
  const headers = { host: client.host }
  await expect(api.app.injectWS(channelPath(channelOf(client)), { headers, ...FROM_HERE })).rejects.toThrow(
    /403/,
  )
})

test('a stolen channel id, a missing cookie, an ended session and a bad frame are closed at once (design/security.md T11)', async () => {
  const owner = await createCustomer(api, { email: 'channel-5@example.com' })
  const thief = await createCustomer(api, { email: 'channel-6@example.com' })
  const stolen = await connect(thief, channelOf(owner))
  stolen.socket.send(hello(thief))
  expect(await stolen.next()).toEqual({ closed: ChannelClose.notAuthenticated })
  const bare = api.client()
  const headersOnly = await connect(bare, channelOf(owner))
  headersOnly.socket.send(hello(owner))
  expect(await headersOnly.next()).toEqual({ closed: ChannelClose.notAuthenticated })
  const noise = await connect(owner, channelOf(owner))
  noise.socket.send('{"kind":"subscribe","to":"everything"}')
  expect(await noise.next()).toEqual({ closed: ChannelClose.badFrame })
  const open = await connect(owner, channelOf(owner))
  open.socket.send(hello(owner))
  expect(await open.next()).toEqual({ kind: 'welcome' })
  const cookies = [...owner.cookies]
  await owner.ask(signOutCall, { body: { everywhere: true } })
  // The news of the end has reached this node; who comes now is not let in.
  expect(await open.next()).toEqual({ closed: ChannelClose.sessionEnded })
  for (const [name, value] of cookies) owner.cookies.set(name, value)
  const ended = await connect(owner, channelOf(owner))
  ended.socket.send(hello(owner))
  expect(await ended.next()).toEqual({ closed: ChannelClose.notAuthenticated })
})

test('a page that floods the channel is closed (design/security.md T11, rate cap)', async () => {
  const client = await createCustomer(api, { email: 'channel-7@example.com' })
  const { socket, next } = await connect(client, channelOf(client))
  socket.send(hello(client))
  expect(await next()).toEqual({ kind: 'welcome' })
  for (let frame = 0; frame < 40; frame += 1) socket.send('{"kind":"heartbeat"}')
  expect(await next()).toEqual({ closed: ChannelClose.tooMany })
})

test('a session has at most 20 channels at once; one that closes leaves its place (design/security.md T11)', async () => {
  const client = await createCustomer(api, { email: 'channel-8@example.com' })
  const id = channelOf(client)
  const open = await Promise.all(Array.from({ length: 20 }, () => connect(client, id)))
  for (const { socket } of open) socket.send(hello(client))
  for (const { next } of open) expect(await next()).toEqual({ kind: 'welcome' })
  await expect(connect(client, id)).rejects.toThrow(/429/)
  const other = await createCustomer(api, { email: 'channel-9@example.com' })
  const [first] = open
  first?.socket.terminate()
  const again = await vi.waitFor(() => connect(client, id))
  const neighbor = await connect(other, channelOf(other))
  for (const { socket } of [...open, again, neighbor]) socket.terminate()
})
