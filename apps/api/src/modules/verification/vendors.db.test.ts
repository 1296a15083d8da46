import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import {
  createRequestCodeCall,
  getProviderCall,
  getRequestDetailsCall,
  getRequestStatusCall,
} from '@dolphin/contract/verification'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { ibvLinkTable } from '@dolphin/database/verification/ibv-link-repository'
import { findIbvRequest } from '@dolphin/database/verification/ibv-repository'
import { sampleReport, WEBHOOK_USER } from '@dolphin/integrations/ibv/testing/local-vendors'
import { MxServer } from '@dolphin/integrations/ibv/testing/mx-server'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { passBankTime } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import { startKindMx, startKindPlaid } from '../../testing/kind-vendors.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { openBankVendors } from './vendors.ts'

const plaid = new PlaidServer(sampleReport())
const mx = new MxServer(sampleReport())
let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startTestApi({ env: { ...(await startKindPlaid(plaid)), ...(await startKindMx(mx)) } })
})

beforeEach(() => {
  plaid.server.isDown = false
  mx.server.isDown = false
})

afterAll(async () => {
  await api.close()
  await plaid.server.stop()
  await mx.server.stop()
})

async function anApplicant(portfolioId = 118) {
  const client = await createCustomer(api, { email: `w${(serial += 1)}@example.com`, portfolioId })
  return { client, ...(await fillApplication(client)) }
}

/** Opens a link; answers also what the provider calls it. */
async function openLink(client: TestClient, loanNo: string, providerId?: string) {
  const body = { loanNo, purpose: 'IBV', ...(providerId === undefined ? {} : { providerId }) } as const
  const link = await client.ask(createRequestCodeCall, { body })
  const { portfolioId } = client
  const request = await findIbvRequest(api.database.db, { portfolioId, requestCode: link.requestCode })
  return { ...link, id: request?.providerReference ?? '', provider: request?.provider }
}
const statusOf = async (client: TestClient, requestCode: string) =>
  (await client.ask(getRequestStatusCall, { query: { requestCode } })).ibvStatus

async function send(provider: 'plaid' | 'mx', body: string, header: Readonly<Record<string, string>>) {
  const answer = await api.app.inject({
    method: 'POST',
    url: `/webhooks/ibv/${provider}`,
    headers: { host: 'localhost:8080', 'content-type': 'application/json', ...header },
    payload: body,
  })
  return answer.statusCode
}
const basic = Buffer.from(`${WEBHOOK_USER.webhookUsername}:${WEBHOOK_USER.webhookPassword}`).toString(
  'base64',
)
const sendPlaid = (event: object, at = api.clock.now()) => {
  const body = JSON.stringify(event)
  return send('plaid', body, { 'plaid-verification': plaid.signature(body, at) })
}
const sendMx = (event: object) => send('mx', JSON.stringify(event), { authorization: `Basic ${basic}` })

/** One session at a provider: what happens there, step by step, and the messages it gives rise to. */
type Course = {
  readonly steps: readonly (() => void)[]
  readonly messages: readonly (() => Promise<number>)[]
}

function plaidCourse(id: string): Course {
  const item =
    (code: string, differs: object = {}) =>
    () =>
      sendPlaid({ webhook_type: 'TRANSACTIONS', webhook_code: code, item_id: `item-${id}`, ...differs })
  return {
    steps: [
      () => plaid.open(id),
      () => plaid.leave(id, ['ITEM_ERROR', 'INVALID_CREDENTIALS']),
      () => plaid.link(id),
      () => plaid.setHistory(id, 'INITIAL_UPDATE_COMPLETE'),
    ],
    messages: [
      () => sendPlaid({ webhook_type: 'LINK', webhook_code: 'EVENTS', link_token: id }),
      () =>
        sendPlaid({
          webhook_type: 'LINK',
          webhook_code: 'SESSION_FINISHED',
          status: 'EXITED',
          link_token: id,
        }),
      () =>
        sendPlaid({
          webhook_type: 'LINK',
          webhook_code: 'SESSION_FINISHED',
          status: 'SUCCESS',
          link_token: id,
        }),
      item('INITIAL_UPDATE', { new_transactions: 19 }),
      item('SYNC_UPDATES_AVAILABLE', { historical_update_complete: false }),
      item('SYNC_UPDATES_AVAILABLE', { historical_update_complete: true }),
    ],
  }
}

function mxCourse(id: string): Course {
  const webhook =
    (type: string, differs: object = {}) =>
    () =>
      sendMx({ type, user_guid: id, ...differs })
  return {
    steps: [
      () => mx.open(id),
      () => mx.move(id, { connectionStatus: 'CHALLENGED' }),
      () => mx.move(id, { connectionStatus: 'DENIED' }),
      () => mx.move(id, { connectionStatus: 'CONNECTED', isBusy: true }),
    ],
    messages: [
      webhook('MEMBER', { action: 'created' }),
      webhook('CONNECTION_STATUS', { connection_status: 'CHALLENGED' }),
      webhook('CONNECTION_STATUS', { connection_status: 'DENIED' }),
      webhook('AGGREGATION', { action: 'member_data_updated' }),
      webhook('VERIFICATION', { action: 'member_data_updated' }),
      webhook('MEMBER', { action: 'updated' }),
    ],
  }
}

/** The same numbers in an order of their own for each seed. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const bytes = new SeededRandom(seed).bytes(items.length)
  return items
    .map((item, at) => ({ item, rank: bytes[at] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

const FINISH = {
  plaid: (id: string) => {
    plaid.link(id)
    return () => plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
  },
  mx: (id: string) => {
    mx.open(id)
    return () => mx.move(id, { connectionStatus: 'CONNECTED', isBusy: false, isRead: true, hasNumbers: true })
  },
}

test('domain.md §5: 118 begins with Plaid and 110 with MX; each one’s way around is the other', async () => {
  const [tidewater, redstone] = [await anApplicant(118), await anApplicant(110)]
  const ask = ({ client }: { client: TestClient }) =>
    client.ask(getProviderCall, { query: { portfolioId: client.portfolioId } })
  expect(await ask(tidewater)).toMatchObject({
    providerId: 'plaid',
    link: { kind: 'page', scriptUrl: null },
    fallbacks: [{ providerId: 'mx' }, { kind: 'statementUpload' }, { kind: 'person' }],
  })
  expect(await ask(redstone)).toMatchObject({
    providerId: 'mx',
    fallbacks: [{ providerId: 'plaid' }, { kind: 'statementUpload' }, { kind: 'person' }],
  })
  const link = await openLink(tidewater.client, tidewater.loanNo)
  expect(link).toMatchObject({ provider: 'plaid', url: `https://secure.plaid.com/hl/${link.id}` })
  const around = await openLink(tidewater.client, tidewater.loanNo, 'mx')
  expect(around).toMatchObject({ provider: 'mx', url: `/bank-link/mx/${around.id}` })
})

test('a bank linked by Plaid: messages move it, the report is kept, the item is gone at Plaid, its token here', async () => {
  const { client, loanNo } = await anApplicant()
  const { id, requestCode } = await openLink(client, loanNo)
  const { messages } = plaidCourse(id)
  plaid.open(id)
  expect(await messages[0]?.()).toBe(200)
  await api.runJobs()
  expect(await statusOf(client, requestCode)).toBe(1)
  plaid.link(id)
  expect(await messages[2]?.()).toBe(200)
  await api.runJobs()
  expect(await statusOf(client, requestCode)).toBe(20)
  plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
  expect(await messages[5]?.()).toBe(200)
  await api.runJobs()
  expect(await statusOf(client, requestCode)).toBe(100)
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  expect(details).toMatchObject({
    institution: 'Sandbox Community Bank',
    accounts: [{ matched: true }, {}, {}],
  })
  await api.runJobs()
  expect(plaid.itemIdOf(id)).toBeUndefined()
  const kept = await ibvLinkTable(api.database.db, api.deps.cipher, 'plaid').find(id)
  expect(kept?.accessToken).toBeNull()
  expect(kept?.closedAt).not.toBeNull()
})

test.each([
  ['plaid', 1],
  ['plaid', 2],
  ['plaid', 3],
  ['plaid', 4],
  ['mx', 1],
  ['mx', 2],
  ['mx', 3],
  ['mx', 4],
] as const)(
  'design/security.md T21: six messages of %s, each twice, late and in order %i, end in one state',
  async (provider, seed) => {
    const { client, loanNo } = await anApplicant()
    const { id, requestCode } = await openLink(client, loanNo, provider)
    const { steps, messages } = provider === 'plaid' ? plaidCourse(id) : mxCourse(id)
    const order = shuffled([...messages, ...messages], seed)
    for (const [at, message] of order.entries()) {
      steps[at]?.()
      expect(await message()).toBe(200)
      if (at % seed === 0) await api.runJobs()
    }
    const finish = FINISH[provider](id)
    await passBankTime(api)
    finish()
    for (const message of order) expect(await message()).toBe(200)
    await passBankTime(api)
    // A failed link is not polled any more; the vendor's next message finds it mended.
    await (provider === 'plaid'
      ? sendPlaid({ webhook_type: 'TRANSACTIONS', webhook_code: 'DEFAULT_UPDATE', link_token: id })
      : sendMx({ type: 'AGGREGATION', user_guid: id, completed_at: seed }))
    await api.runJobs()
    expect(await statusOf(client, requestCode)).toBe(100)
    const events = await listAudit(api.database.db, 118, loanNo)
    const ends = events.filter(({ action, facts }) => action === 'bankLinkMoved' && facts['to'] === 100)
    expect(ends).toHaveLength(1)
  },
)

test('forged and old messages are refused; one about an unknown session is taken, without effect', async () => {
  const { client, loanNo } = await anApplicant()
  const { id, requestCode } = await openLink(client, loanNo)
  plaid.open(id)
  const event = { webhook_type: 'LINK', webhook_code: 'EVENTS', link_token: id }
  expect(await sendPlaid(event, new Date(api.clock.now().getTime() - 301_000))).toBe(401)
  expect(await send('plaid', JSON.stringify(event), { 'plaid-verification': 'a.b.c' })).toBe(401)
  expect(await send('plaid', JSON.stringify(event), {})).toBe(401)
  expect(await send('mx', '{}', { authorization: 'Basic bm9ib2R5' })).toBe(401)
  expect(await send('mx', '{', { authorization: `Basic ${basic}` })).toBe(400)
  expect(await sendPlaid({ ...event, link_token: 'of-no-session' })).toBe(200)
  expect(await sendMx({ user_guid: 'USR-of-no-session' })).toBe(200)
  await api.runJobs()
  expect(await statusOf(client, requestCode)).toBe(0)
})

test('a lost message is made up for by asking', async () => {
  const { client, loanNo } = await anApplicant(110)
  const { id, requestCode } = await openLink(client, loanNo)
  FINISH.mx(id)()
  await passBankTime(api)
  expect(await statusOf(client, requestCode)).toBe(100)
  await api.runJobs()
  expect(mx.has(id)).toBe(false)
})

test('an unfinished link is polled ever more rarely; a day after its end it is -3, vendor up or down', async () => {
  const { client, loanNo } = await anApplicant(110)
  const { id, requestCode } = await openLink(client, loanNo)
  mx.open(id)
  await passBankTime(api)
  expect(await statusOf(client, requestCode)).toBe(1)
  api.clock.advance(40 * MINUTE_MS)
  const asked = mx.server.asked.length
  for (let round = 0; round < 60; round += 1) await passBankTime(api)
  // 60 rounds in a quarter of an hour, two questions each: only the few that begin the quarter ask.
  expect(mx.server.asked.length - asked).toBeLessThanOrEqual(6)
  api.clock.advance(25 * HOUR_MS)
  mx.server.isDown = true
  await passBankTime(api)
  const over = await findIbvRequest(api.database.db, { portfolioId: 110, requestCode })
  expect(over?.status).toBe(IbvStatus.otherError)
  mx.server.isDown = false
  api.clock.advance(30_000)
})

test('the page around MX’s widget frames that origin alone; over, unknown and unreachable say so', async () => {
  const { client, loanNo } = await anApplicant(110)
  const { url } = await openLink(client, loanNo)
  const get = (path: string) => api.app.inject({ method: 'GET', url: path, headers: { host: client.host } })
  const page = await get(url)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain('frame-src https://int-widgets.moneydesktop.com;')
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(page.body).toMatch(
    /<iframe title="Your bank, by MX" src="https:\/\/int-widgets\.moneydesktop\.com\//,
  )
  expect(page.body).toContain('<h1>Redstone Advance: link your bank</h1>')
  expect(page.body).toMatch(/href="\/application\/[\w-]{43}"/)
  expect((await get('/bank-link/mx/unknown')).statusCode).toBe(404)
  mx.server.isDown = true
  expect((await get(url)).statusCode).toBe(503)
  mx.server.isDown = false
  api.clock.advance(31 * MINUTE_MS)
  expect((await get(url)).statusCode).toBe(410)
})

test('Plaid down: the borrower gets an error, then MX comes first, and a link through it succeeds', async () => {
  const { client, loanNo } = await anApplicant()
  plaid.server.isDown = true
  const body = { loanNo, purpose: 'IBV' } as const
  const unavailable = RESPONSE_CODES.verificationProviderUnavailable.code
  for (let failure = 0; failure < 5; failure += 1) {
    expect((await client.call(createRequestCodeCall, { body })).code).toBe(unavailable)
  }
  const provider = await client.ask(getProviderCall, { query: { portfolioId: 118 } })
  expect(provider).toMatchObject({ providerId: 'mx', fallbacks: [{ providerId: 'plaid' }, {}, {}] })
  const { id, requestCode } = await openLink(client, loanNo)
  FINISH.mx(id)()
  await passBankTime(api)
  expect(await statusOf(client, requestCode)).toBe(100)
  plaid.server.isDown = false
  api.clock.advance(30_000)
  expect(await client.ask(getProviderCall, { query: { portfolioId: 118 } })).toMatchObject({
    providerId: 'plaid',
  })
})

test('in production a portfolio’s provider that is not set up stops the start and names its settings', async () => {
  const config = { ...api.deps.config, allowSandboxBank: false }
  const half = { ...config, bankLinks: { plaid: config.bankLinks.plaid, mx: undefined } }
  await expect(openBankVendors({ ...api.deps, config: half })).rejects.toThrow(ConfigError)
  await expect(openBankVendors({ ...api.deps, config: half })).rejects.toThrow(/MX_CLIENT_ID, MX_API_KEY/)
  expect((await openBankVendors({ ...api.deps, config })).byId.size).toBe(2)
})

test('every request and answer of this file kept to what the vendors publish', () => {
  expect({ plaid: plaid.server.complaints, mx: mx.server.complaints }).toEqual({ plaid: [], mx: [] })
})
