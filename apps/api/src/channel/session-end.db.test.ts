import type { Socket } from 'node:net'
import { ChannelClose, channelPath } from '@dolphin/contract/channel'
import { changeAccountCall, changePasswordCall } from '@dolphin/contract/identity'
import { endSessionCall, listSessionCall, signOutCall } from '@dolphin/contract/identity-sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer, openBrowser, PASSWORD } from '../testing/customers.ts'
import { signInEmployee } from '../testing/employees.ts'
import type { TestClient } from '../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await api.app.ready()
})

afterAll(() => api.close())

/** An injected upgrade has no socket to read the address from. */
const FROM_HERE = { socket: { remoteAddress: '127.0.0.1' } as Socket }

/** An open channel of a signed-in client, and the code that it closes with. */
async function openChannel(client: TestClient) {
  const { channelId } = client.session as unknown as { channelId: string }
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: client.host, origin: `http://${client.host}`, cookie }
  const socket = await api.app.injectWS(channelPath(channelId), { headers, ...FROM_HERE })
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))
  const welcome = new Promise<void>((resolve) => void socket.once('message', () => resolve()))
  socket.send(JSON.stringify({ kind: 'authenticate', ...client.session, lastTicketId: null }, FRAME))
  await welcome
  return { closed, isOpen: () => socket.readyState === socket.OPEN, socket }
}
const FRAME = ['kind', 'accessToken', 'userCredential', 'lastTicketId']

test('signing out everywhere closes every open page of the customer at once, and no other (ASVS 7.4.1)', async () => {
  const client = await createCustomer(api, { email: 'everywhere@example.com' })
  const other = await createCustomer(api, { email: 'somebody-else@example.com' })
  const channels = [await openChannel(client), await openChannel(client)]
  const foreign = await openChannel(other)
  await client.ask(signOutCall, { body: { everywhere: true } })
  expect(await Promise.all(channels.map(({ closed }) => closed))).toEqual([
    ChannelClose.sessionEnded,
    ChannelClose.sessionEnded,
  ])
  expect(foreign.isOpen()).toBe(true)
  foreign.socket.close()
})

test('a new password closes the pages of other sessions and keeps this one (contract.md)', async () => {
  const client = await createCustomer(api, { email: 'keeps-open@example.com' })
  const here = await openChannel(client)
  await client.ask(changePasswordCall, {
    body: { currentPassword: PASSWORD, newPassword: 'Another-Horse-8' },
  })
  expect(here.isOpen()).toBe(true)
  here.socket.close()
})

test('ending a session closes its open page at once, and leaves the others (ASVS 7.5.2)', async () => {
  const email = 'ends-one@example.com'
  const there = await createCustomer(api, { email })
  const channel = await openChannel(there)
  const here = await openBrowser(api, there)
  const stays = await openChannel(here)
  const { sessions } = await there.ask(listSessionCall, {})
  const sessionId = sessions.find(({ current }) => current)?.sessionId ?? ''
  await here.ask(endSessionCall, { body: { which: 'one', sessionId, currentPassword: PASSWORD } })
  expect(await channel.closed).toBe(ChannelClose.sessionEnded)
  expect(stays.isOpen()).toBe(true)
  stays.socket.close()
})

test('a frozen account loses its open pages at once', async () => {
  const client = await createCustomer(api, { email: 'frozen-page@example.com' })
  const { closed } = await openChannel(client)
  const employee = await signInEmployee(api)
  await employee.ask(changeAccountCall, {
    body: { portfolioId: 118, account: 'frozen-page@example.com', change: 'freeze', note: 'reported' },
  })
  expect(await closed).toBe(ChannelClose.sessionEnded)
})
