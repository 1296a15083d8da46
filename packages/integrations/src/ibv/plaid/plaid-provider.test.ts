import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JsonValue } from '../json-value.ts'
import { violations } from '../testing/openapi-shape.ts'
import { localPlaid, REPORT_DAY } from '../testing/local-vendors.ts'
import { vendorShapes } from '../testing/vendor-document.ts'
import { linkVisits, progressOfError } from './status.ts'
import { accountsOf } from './transform.ts'

let local: Awaited<ReturnType<typeof localPlaid>>
let id = ''

beforeEach(async () => {
  local = await localPlaid()
  local.server.isKind = true
  const request = {
    requestCode: 'R1',
    portfolioId: 118,
    customerAlias: 'customer-1',
    locale: 'en' as const,
    returnUrl: '/application/token',
    institutionId: undefined,
  }
  id = (await local.provider.createLinkSession(request)).providerSessionId
})

afterEach(async () => {
  expect(local.server.complaints).toEqual([])
  await local.server.stop()
})

test.each([
  ['INSTITUTION_ERROR', 'INSTITUTION_NOT_RESPONDING', IbvStatus.financialInstitutionError],
  ['ITEM_ERROR', 'INSTITUTION_NO_LONGER_SUPPORTED', 'notSupported'],
  ['ITEM_ERROR', 'PRODUCTS_NOT_SUPPORTED', 'notSupported'],
  ['ITEM_ERROR', 'ITEM_LOGIN_REQUIRED', 'signInAgain'],
  ['ITEM_ERROR', 'ITEM_LOCKED', 'accountLocked'],
  ['ITEM_ERROR', 'ACCESS_NOT_GRANTED', 'accessNotGranted'],
  ['INVALID_INPUT', 'ADDITIONAL_CONSENT_REQUIRED', 'accessNotGranted'],
  ['ITEM_ERROR', 'NO_ACCOUNTS', 'noAccounts'],
  ['INVALID_INPUT', 'UNAUTHORIZED_INSTITUTION', 'notEnabled'],
  ['INSTITUTION_ERROR', 'INSTITUTION_REGISTRATION_REQUIRED', 'notEnabled'],
  ['ITEM_ERROR', 'INVALID_CREDENTIALS', IbvStatus.accountError],
  ['ITEM_ERROR', 'PRODUCT_NOT_READY', IbvStatus.inProgress],
  ['OAUTH_ERROR', 'OAUTH_STATE_ID_NOT_FOUND', IbvStatus.accountError],
  ['INVALID_INPUT', 'INVALID_LINK_TOKEN', IbvStatus.otherError],
  ['INVALID_INPUT', 'INVALID_API_KEYS', undefined],
  [undefined, undefined, undefined],
])('product.md §4: Plaid says %s/%s, the link is %s', (type, code, progress) => {
  expect(progressOfError(type, code)).toBe(progress)
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
  expect(await provider.pollStatus(id)).toBe('signInAgain')
})

/** A bank that is linked, with its history complete. */
async function linked() {
  const { plaid, provider } = local
  plaid.link(id)
  await provider.pollStatus(id)
  plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
}

test.each([
  ['INSTITUTION_ERROR', 'INSTITUTION_DOWN', IbvStatus.inProgress, 'notReady'],
  ['RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT', IbvStatus.inProgress, 'notReady'],
  ['ITEM_ERROR', 'PRODUCT_NOT_READY', IbvStatus.inProgress, 'notReady'],
  ['ITEM_ERROR', 'PRODUCTS_NOT_SUPPORTED', 'notSupported', 'notSupported'],
  ['ITEM_ERROR', 'ITEM_LOGIN_REQUIRED', 'signInAgain', 'signInAgain'],
  ['INVALID_INPUT', 'ADDITIONAL_CONSENT_REQUIRED', 'accessNotGranted', 'accessNotGranted'],
] as const)(
  'a linked bank that refuses with %s/%s: the link is %s, its report %s, and no circuit opens',
  async (type, code, progress, error) => {
    const { plaid, provider } = local
    await linked()
    plaid.failItem(id, [type, code])
    for (let round = 0; round < 6; round += 1) expect(await provider.pollStatus(id)).toBe(progress)
    expect(await provider.fetchReport(id, REPORT_DAY)).toEqual({ ok: false, error })
    expect(provider.isAvailable).toBe(true)
  },
)

test.each([
  ['ITEM_ERROR', 'PRODUCT_NOT_READY', { ok: false, error: 'notReady' }],
  ['INSTITUTION_ERROR', 'INSTITUTION_NOT_RESPONDING', { ok: false, error: 'notReady' }],
  ['INVALID_INPUT', 'ADDITIONAL_CONSENT_REQUIRED', { ok: false, error: 'accessNotGranted' }],
  ['ITEM_ERROR', 'PRODUCTS_NOT_SUPPORTED', { ok: true, value: { ownersUnread: true } }],
  ['INVALID_INPUT', 'INVALID_PRODUCT', { ok: true, value: { ownersUnread: true } }],
] as const)(
  'owners refused with %s/%s never make a report with none to compare',
  async (type, code, answer) => {
    await linked()
    local.plaid.failItem(id, [type, code], '/identity/get')
    expect(await local.provider.fetchReport(id, REPORT_DAY)).toMatchObject(answer)
  },
)

test('a line that cannot be read costs that line, and the report says so', async () => {
  await linked()
  const whole = await local.provider.fetchReport(id, REPORT_DAY)
  let isFirst = true
  local.server.vary = (operation, body) => {
    if (!operation.endsWith('/transactions/sync') || !isFirst) return body
    isFirst = false
    const { added, ...page } = body as { added: { amount: number }[] }
    return { ...page, added: added.map((line, at) => (at === 0 ? { ...line, amount: 12.345 } : line)) }
  }
  const report = await local.provider.fetchReport(id, REPORT_DAY)
  expect(report).toMatchObject({ ok: true, value: { unreadLines: 1 } })
  const count = (of: typeof report) =>
    of.ok ? of.value.accounts.flatMap((one) => one.transactions).length : 0
  expect(count(report)).toBe(count(whole) - 1)
})

test('a second success on one link is exchanged and removed, while the page is open and at the end', async () => {
  const { plaid, provider } = local
  await linked()
  plaid.link(id)
  expect(plaid.itemsOf(id)).toBe(1)
  await provider.pollStatus(id)
  expect(plaid.itemsOf(id)).toBe(1)
  expect(plaid.itemIdOf(id)).toBe(`item-${id}`)
  plaid.link(id)
  await provider.closeSession(id)
  expect(plaid.itemsOf(id)).toBe(0)
  expect(local.server.asked.filter((one) => one === 'POST /item/remove')).toHaveLength(3)
})

test('Plaid speaks the language of the page and knows a customer again by an alias', async () => {
  const { client } = local
  await client.createLinkToken(
    {
      customerAlias: 'customer-7',
      locale: 'es',
      clientName: 'Example Loans',
      webhookUrl: 'https://loans.example.com/webhooks/ibv/plaid',
      returnUrl: 'https://loans.example.com/application/token',
      lifetimeSeconds: 60,
      routingNumber: undefined,
    },
    () => undefined,
  )
  expect(local.server.bodies.at(-1)).toMatchObject({
    language: 'es',
    user: { client_user_id: 'customer-7' },
  })
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

test('older accounts report on_success and on_exit; a visit without its beginning counts as a visit', () => {
  const visits = (...sessions: object[]) => linkVisits(new JsonValue({ link_sessions: sessions }, 'a'))
  expect(visits({ on_success: { public_token: 'p' } }).publicTokens).toEqual(['p'])
  const error = { error_type: 'INSTITUTION_ERROR', error_code: 'INSTITUTION_DOWN' }
  expect(visits({ started_at: '2026-03-16T15:00:00Z', on_exit: { error } }).progress).toBe(-2)
  expect(visits({ link_session_id: 's', on_exit: { error } }).progress).toBe(-2)
  expect(visits({ link_session_id: 's' }).progress).toBe(1)
  expect(visits().progress).toBe(0)
})

const account = (differs: object, balances: object = {}) => ({
  account_id: 'A1',
  name: 'Everyday',
  mask: '4321',
  type: 'depository',
  subtype: 'checking',
  balances: { current: 10.05, iso_currency_code: 'USD', ...balances },
  ...differs,
})
const read = (accounts: readonly object[], ach: readonly object[] = []) =>
  accountsOf(new JsonValue({ accounts, numbers: { ach }, item: {} }, 'a'))

test('dollars, kinds and numbers decide which accounts count; none, or none with a balance, is a cause', () => {
  const accounts = [
    account({}),
    account({ type: 'credit' }),
    account({ subtype: 'cd' }),
    account({}, { iso_currency_code: 'CAD' }),
    account({}, { current: null }),
    account({}, { current: 3.145 }),
  ]
  expect(read(accounts)).toMatchObject({
    value: { accounts: [{ balance: 1_005n, open: false, accountNumber: '' }] },
  })
  expect(read([account({ type: 'credit' })])).toEqual({ ok: false, error: 'noAccounts' })
  expect(read([])).toEqual({ ok: false, error: 'noAccounts' })
  expect(read([account({}, { current: null, available: null })])).toEqual({ ok: false, error: 'noBalances' })
})

test('a tokenized number is known by its mask; further numbers of an account stand beside the first', () => {
  const numbers = { account_id: 'A1', account: '900000005566', routing: '021000021' }
  const token = { ...numbers, is_tokenized_account_number: true }
  expect(read([account({})], [token])).toMatchObject({
    value: { accounts: [{ accountNumber: '900000005566', tokenMask: '4321', open: true }] },
  })
  const second = { ...numbers, account: '77', routing: '021000089' }
  expect(read([account({})], [numbers, second, { ...numbers, account_id: 'A2' }])).toMatchObject({
    value: {
      accounts: [
        {
          accountNumber: '900000005566',
          otherNumbers: [{ accountNumber: '77', routingNumber: '021000089' }],
        },
      ],
    },
  })
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

test('a key that Plaid retires signs nothing a few minutes later', async () => {
  const { plaid, provider, clock, server } = local
  const body = finished(id)
  const kindNow = async () => {
    const headers = { 'plaid-verification': plaid.signature(body, clock.now()) }
    return (await provider.readWebhook({ body: Buffer.from(body), headers })).kind
  }
  expect(await kindNow()).toBe('news')
  plaid.keyExpiredAt = 2
  clock.advance(299_000)
  expect(await kindNow()).toBe('news')
  clock.advance(2_000)
  expect(await kindNow()).toBe('forged')
  expect(server.asked.filter((one) => one.includes('webhook_verification_key'))).toHaveLength(2)
})

test.each([
  ['UserPermissionRevokedWebhook', { webhook_code: 'USER_PERMISSION_REVOKED' }, 'ended'],
  ['UserAccountRevokedWebhook', { webhook_code: 'USER_ACCOUNT_REVOKED', account_id: 'A1' }, 'ended'],
  [
    'PendingDisconnectWebhook',
    {
      webhook_code: 'PENDING_DISCONNECT',
      reason: 'INSTITUTION_MIGRATION',
      disconnect_time: '2026-04-01T00:00:00Z',
    },
    'ending',
  ],
  [
    'PendingExpirationWebhook',
    { webhook_code: 'PENDING_EXPIRATION', consent_expiration_time: '2026-04-01T00:00:00Z' },
    'ending',
  ],
  [
    'ItemErrorWebhook',
    {
      webhook_code: 'ERROR',
      error: {
        error_type: 'ITEM_ERROR',
        error_code: 'ITEM_LOGIN_REQUIRED',
        error_message: 'Ann Sample may not.',
        display_message: null,
      },
    },
    'ending',
  ],
] as const)(
  '%s, as Plaid documents it, says of the linked bank: %s is %s',
  async (schema, differs, connection) => {
    const { plaid, provider, clock } = local
    plaid.link(id)
    await provider.pollStatus(id)
    const message = {
      webhook_type: 'ITEM',
      item_id: plaid.itemIdOf(id),
      environment: 'production',
      ...differs,
    }
    expect(violations(message, vendorShapes('plaid')[schema]?.response ?? {}, 'message')).toEqual([])
    const body = JSON.stringify(message)
    const headers = { 'plaid-verification': plaid.signature(body, clock.now()) }
    expect(await provider.readWebhook({ body: Buffer.from(body), headers })).toMatchObject({
      kind: 'news',
      providerSessionId: id,
      connection,
    })
  },
)

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

test('a bank that is chosen comes first on Plaid’s page, by its routing number; one that is down says so', async () => {
  const { plaid, provider } = local
  const open = (requestCode: string, institutionId: string) =>
    provider.createLinkSession({
      requestCode,
      portfolioId: 118,
      customerAlias: 'customer-1',
      locale: 'en',
      returnUrl: '/application/token',
      institutionId,
    })
  await open('R2', 'demo-valley')
  await open('R3', 'gone')
  expect(plaid.highlighted).toEqual([undefined, '324007718', undefined])
  expect(await provider.readInstitution('exampleton')).toMatchObject({ isUp: false })
  expect(await provider.findInstitutions('')).toEqual([])
})
