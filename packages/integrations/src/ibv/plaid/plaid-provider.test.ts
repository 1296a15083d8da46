import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JsonValue } from '../json-value.ts'
import { violations } from '../testing/openapi-shape.ts'
import { localPlaid, REPORT_DAY } from '../testing/local-vendors.ts'
import { vendorShapes } from '../testing/vendor-document.ts'
import { linkProgress, statusOfError } from './status.ts'
import { accountsOf } from './transform.ts'

let local: Awaited<ReturnType<typeof localPlaid>>
let id = ''

beforeEach(async () => {
  local = await localPlaid()
  local.server.isKind = true
  const request = { requestCode: 'R1', portfolioId: 118, returnUrl: '/application/token' }
  id = (await local.provider.createLinkSession(request)).providerSessionId
})

afterEach(async () => {
  expect(local.server.complaints).toEqual([])
  await local.server.stop()
})

test.each([
  ['INSTITUTION_ERROR', 'INSTITUTION_NOT_RESPONDING', IbvStatus.financialInstitutionError],
  ['ITEM_ERROR', 'INSTITUTION_NO_LONGER_SUPPORTED', IbvStatus.financialInstitutionError],
  ['ITEM_ERROR', 'ITEM_LOGIN_REQUIRED', IbvStatus.accountError],
  ['ITEM_ERROR', 'PRODUCT_NOT_READY', IbvStatus.inProgress],
  ['OAUTH_ERROR', 'OAUTH_STATE_ID_NOT_FOUND', IbvStatus.accountError],
  ['INVALID_INPUT', 'INVALID_LINK_TOKEN', IbvStatus.otherError],
  ['INVALID_INPUT', 'INVALID_API_KEYS', undefined],
  [undefined, undefined, undefined],
])('product.md §4: Plaid says %s/%s, the link is %s', (type, code, status) => {
  expect(statusOfError(type, code)).toBe(status)
})

test('signed in 3 is reported while only Link is done; the history makes it 20, then 100', async () => {
  const { plaid, provider } = local
  plaid.link(id)
  expect(await provider.pollStatus(id)).toBe(IbvStatus.inProgress)
  plaid.setHistory(id, 'INITIAL_UPDATE_COMPLETE')
  expect(await provider.pollStatus(id)).toBe(IbvStatus.inProgress)
  expect(await provider.fetchReport(id, REPORT_DAY)).toEqual({ ok: false, error: 'notReady' })
  plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
  expect(await provider.pollStatus(id)).toBe(IbvStatus.successful)
  plaid.failItem(id, ['ITEM_ERROR', 'ITEM_LOGIN_REQUIRED'])
  expect(await provider.pollStatus(id)).toBe(IbvStatus.accountError)
})

test('leaving without an error is half-way, an unknown error is -3, and the visit after it counts', async () => {
  const { plaid, provider } = local
  plaid.leave(id)
  expect(await provider.pollStatus(id)).toBe(IbvStatus.startedNotCompleted)
  plaid.leave(id, ['API_ERROR', 'PLANNED_MAINTENANCE'])
  expect(await provider.pollStatus(id)).toBe(IbvStatus.otherError)
  plaid.link(id)
  expect(await provider.pollStatus(id)).toBe(IbvStatus.inProgress)
})

test('of two that learn of the public token at once both go on with the one item', async () => {
  const { plaid, provider } = local
  plaid.link(id)
  const both = await Promise.all([provider.pollStatus(id), provider.pollStatus(id)])
  expect(both).toContain(IbvStatus.inProgress)
  expect(await provider.pollStatus(id)).toBe(IbvStatus.inProgress)
})

test('the item is removed when the link is closed, also where the answer to it was lost', async () => {
  const { plaid, provider, links, server } = local
  plaid.link(id)
  await provider.pollStatus(id)
  expect(plaid.itemIdOf(id)).toBeDefined()
  const kept = await links.find(id)
  await provider.closeSession(id)
  expect(plaid.itemIdOf(id)).toBeUndefined()
  expect(await links.find(id)).toMatchObject({ accessToken: null })
  if (kept) await links.save(kept)
  await provider.closeSession(id)
  expect(server.asked.filter((one) => one === 'POST /item/remove')).toHaveLength(2)
})

test('older accounts report on_success and on_exit; dollars, kinds and numbers decide which accounts count', () => {
  const progress = (session: object) => linkProgress(new JsonValue({ link_sessions: [session] }, 'a'))
  expect(progress({ on_success: { public_token: 'p' } }).publicToken).toBe('p')
  const error = { error_type: 'INSTITUTION_ERROR', error_code: 'INSTITUTION_DOWN' }
  expect(progress({ started_at: '2026-03-16T15:00:00Z', on_exit: { error } }).status).toBe(-2)
  const account = (differs: object, balances: object = {}) => ({
    account_id: 'A1',
    name: 'Everyday',
    type: 'depository',
    subtype: 'checking',
    balances: { current: 10.05, iso_currency_code: 'USD', ...balances },
    ...differs,
  })
  const accounts = [
    account({}),
    account({ type: 'credit' }),
    account({ subtype: 'cd' }),
    account({}, { iso_currency_code: 'CAD' }),
    account({}, { current: null }),
  ]
  const read = accountsOf(new JsonValue({ accounts, numbers: { ach: [] }, item: {} }, 'a'))
  expect(read.accounts).toEqual([
    expect.objectContaining({ balance: 1_005n, open: false, accountNumber: '' }),
  ])
})

const finished = (linkToken: string) =>
  JSON.stringify({
    webhook_type: 'LINK',
    webhook_code: 'SESSION_FINISHED',
    status: 'SUCCESS',
    link_session_id: 'session-1',
    link_token: linkToken,
    public_tokens: [],
    environment: 'sandbox',
  })

test('the message of the test is one that Plaid documents', () => {
  const shape = vendorShapes('plaid')['LinkSessionFinishedWebhook']?.response
  expect(violations(JSON.parse(finished(id)), shape ?? {}, 'message')).toEqual([])
})

test('design/security.md T21: signed by Plaid within five minutes over these bytes, or refused', async () => {
  const { plaid, provider, clock, server } = local
  const body = finished(id)
  const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000)
  const kindOf = async (bytes: string, signature: string | undefined) => {
    const headers = { 'plaid-verification': signature }
    return (await provider.readWebhook({ body: Buffer.from(bytes), headers })).kind
  }
  const good = plaid.signature(body, ago(299))
  expect(await kindOf(body, good)).toBe('news')
  const [head, claims, signature] = good.split('.')
  const forged = [
    undefined,
    'nonsense',
    plaid.signature(body, ago(301)),
    plaid.signature(body, ago(-301)),
    plaid.signature(body, ago(0), { alg: 'none' }),
    plaid.signature(body, ago(0), { alg: 'HS256' }),
    plaid.signature(body, ago(0), { kid: 'another-key' }),
    plaid.signature(`${body} `, ago(0)),
    `${head}.${claims}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`,
  ]
  for (const one of forged) expect(await kindOf(body, one)).toBe('forged')
  expect(await kindOf('{"link_token":', plaid.signature('{"link_token":', ago(0)))).toBe('unreadable')
  const unknown = finished('link-of-someone-else')
  expect(await kindOf(unknown, plaid.signature(unknown, ago(0)))).toBe('irrelevant')
  // The key is asked for once, an unknown one once a minute.
  expect(server.asked.filter((one) => one.includes('webhook_verification_key'))).toHaveLength(2)
})

test('a key that Plaid has retired signs nothing', async () => {
  const { plaid, provider, clock } = local
  plaid.keyExpiredAt = 2
  const body = finished(id)
  const headers = { 'plaid-verification': plaid.signature(body, clock.now()) }
  expect(await provider.readWebhook({ body: Buffer.from(body), headers })).toEqual({ kind: 'forged' })
})

test('messages of one content are one event; those about an item find its session', async () => {
  const { plaid, provider, clock } = local
  plaid.link(id)
  await provider.pollStatus(id)
  const read = (body: string) =>
    provider.readWebhook({
      body: Buffer.from(body),
      headers: { 'plaid-verification': plaid.signature(body, clock.now()) },
    })
  const body = JSON.stringify({ webhook_type: 'ITEM', item_id: plaid.itemIdOf(id) })
  const [first, again, other] = [await read(body), await read(body), await read(finished(id))]
  expect(again).toEqual(first)
  expect(first).toMatchObject({ kind: 'news', providerSessionId: id })
  expect(other).not.toEqual(first)
})
