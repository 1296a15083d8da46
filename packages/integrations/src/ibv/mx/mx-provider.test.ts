import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JsonValue } from '../json-value.ts'
import { localMx, REPORT_DAY, sampleReport, WEBHOOK_USER } from '../testing/local-vendors.ts'
import { furthest, memberStateOf } from './status.ts'
import { accountPageOf, linePageOf, numbersPageOf } from './transform.ts'

let local: Awaited<ReturnType<typeof localMx>>
let id = ''

beforeEach(async () => {
  local = await localMx()
  local.server.isKind = true
  const request = {
    requestCode: 'R1',
    portfolioId: 110,
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

const stateOf = (member: object) => memberStateOf(new JsonValue({ member }, 'a'), 'MBR-1')

test.each([
  ['CREATED', 1],
  ['PENDING', 1],
  ['CHALLENGED', 1],
  ['REJECTED', 1],
  ['UPDATED', 3],
  ['RESUMED', 3],
  ['CONNECTED', 3],
  ['RECONNECTED', 3],
  ['DELAYED', 20],
  ['PREVENTED', -1],
  ['DENIED', -1],
  ['LOCKED', -1],
  ['EXPIRED', -1],
  ['IMPEDED', -1],
  ['IMPAIRED', -1],
  ['DEGRADED', -2],
  ['DISCONNECTED', -2],
  ['DISCONTINUED', -2],
  ['FAILED', -2],
  ['CLOSED', -3],
  ['DISABLED', -3],
  ['ADDED_BY_MX_LATER', 1],
])('product.md §4: a member of MX that is %s makes the link %i', (connection, status) => {
  expect(stateOf({ connection_status: connection }).status).toBe(status)
})

test('connected is 20 while MX reads and 100 when accounts and transactions are there', () => {
  const connected = { connection_status: 'CONNECTED' }
  expect(stateOf({ ...connected, is_being_aggregated: true }).status).toBe(IbvStatus.inProgress)
  const isRead = { has_processed_accounts: true, has_processed_transactions: true }
  expect(stateOf({ ...connected, ...isRead }).status).toBe(IbvStatus.successful)
  expect(stateOf({ ...connected, has_processed_accounts: true }).status).toBe(IbvStatus.loginVerified)
})

test('of several banks tried in one session the furthest one counts, in whatever order they stand', () => {
  const states = (['DENIED', 'CONNECTED', 'FAILED'] as const).map((one) =>
    stateOf({ connection_status: one }),
  )
  expect(furthest(states)?.status).toBe(IbvStatus.accountError)
  expect(furthest(states.toReversed())?.status).toBe(IbvStatus.accountError)
  expect(furthest([])).toBeUndefined()
})

test('account numbers that the widget did not fetch are asked for once', async () => {
  const { mx, provider, server } = local
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true })
  expect(await provider.pollStatus(id)).toBe(20)
  expect(await provider.pollStatus(id)).toBe(20)
  mx.move(id, { isBusy: false })
  expect(await provider.pollStatus(id)).toBe(100)
  expect(server.asked.filter((one) => one.endsWith('/verify'))).toHaveLength(1)
  expect(await provider.fetchReport(id, REPORT_DAY)).toEqual({ ok: true, value: sampleReport() })
})

test('at a bank that links by OAuth, a number that does not end as shown is a token, known by what is shown', async () => {
  const { mx, provider } = local
  const [account, ...others] = sampleReport().accounts
  if (account === undefined) throw new Error('the sample has an account')
  const token = { ...account, accountNumber: '90000000005566', tokenMask: '2333' }
  mx.setReport({ ...sampleReport(), accounts: [token, ...others] })
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true })
  const report = await provider.fetchReport(id, REPORT_DAY)
  expect(report.ok && report.value.accounts[0]).toMatchObject({
    accountNumber: '90000000005566',
    tokenMask: '2333',
  })
  expect(report.ok && report.value.accounts.slice(1).map(({ tokenMask }) => tokenMask)).toEqual(
    others.map(() => undefined),
  )
})

test('owners are a job of their own: asked for once and waited for, and then the bank names whom it names', async () => {
  const { mx, provider, server } = local
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true, hasOwners: false })
  expect(await provider.pollStatus(id)).toBe(20)
  expect(await provider.pollStatus(id)).toBe(20)
  mx.move(id, { isBusy: false, hasOwners: true })
  expect(await provider.pollStatus(id)).toBe(100)
  expect(server.asked.filter((one) => one.endsWith('/identify'))).toHaveLength(1)
  expect(await provider.fetchReport(id, REPORT_DAY)).toEqual({ ok: true, value: sampleReport() })
})

test('numbers first, owners next, each asked for once', async () => {
  const { mx, provider, server } = local
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasOwners: false })
  for (let round = 0; round < 2; round += 1) {
    expect(await provider.pollStatus(id)).toBe(20)
    mx.move(id, { isBusy: false })
  }
  expect(await provider.pollStatus(id)).toBe(100)
  const jobs = server.asked.filter((one) => /verify|identify/.test(one)).map((one) => one.split('/').at(-1))
  expect(jobs).toEqual(['verify', 'identify'])
})

test('a lender that may not ask for owners gets the report, for a person to compare', async () => {
  const { mx, provider } = local
  mx.forbidsOwners = true
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true })
  expect(await provider.pollStatus(id)).toBe(100)
  expect(await provider.fetchReport(id, REPORT_DAY)).toMatchObject({
    ok: true,
    value: { ownersUnread: true },
  })
})

test('a lender that may not verify numbers gets a report without a usable account, and no link hangs (vendors.md, MX)', async () => {
  const { mx, provider, server } = local
  mx.forbidsNumbers = true
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true })
  expect(await provider.pollStatus(id)).toBe(100)
  expect(await provider.pollStatus(id)).toBe(100)
  expect(server.asked.filter((one) => one.endsWith('/verify'))).toHaveLength(1)
  const report = await provider.fetchReport(id, REPORT_DAY)
  expect(report.ok && report.value.accounts.length).toBeGreaterThan(0)
  expect(
    report.ok && report.value.accounts.every(({ open, accountNumber }) => !open && accountNumber === ''),
  ).toBe(true)
})

test.each([
  [false, false],
  [null, true],
  [true, true],
])('numbers whose validation is %s: an account is usable %s (vendors.md, MX)', async (passes, usable) => {
  const { mx, provider } = local
  mx.passesValidation = passes
  mx.open(id)
  mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true })
  expect(await provider.pollStatus(id)).toBe(100)
  const report = await provider.fetchReport(id, REPORT_DAY)
  expect(report.ok && report.value.accounts.some(({ open }) => open)).toBe(usable)
})

test('degraded after everything was read is a success', () => {
  const read = { has_processed_accounts: true, has_processed_transactions: true }
  expect(stateOf({ connection_status: 'DEGRADED', ...read }).status).toBe(IbvStatus.successful)
  expect(stateOf({ connection_status: 'DEGRADED', ...read, is_being_aggregated: true }).status).toBe(-2)
})

test('each look at the frame page has a fresh widget address; none after the session’s end', async () => {
  const { provider, clock } = local
  const [first, second] = [await provider.openFrame(id), await provider.openFrame(id)]
  expect(first).toMatchObject({ ok: true, value: { returnUrl: '/application/token' } })
  expect(second).not.toEqual(first)
  expect(await provider.openFrame('unknown')).toEqual({ ok: false, error: 'unknownSession' })
  clock.advance(31 * MINUTE_MS)
  expect(await provider.openFrame(id)).toEqual({ ok: false, error: 'expired' })
})

test('closing takes the user away at MX, and nothing more is known of it there', async () => {
  const { mx, provider } = local
  await provider.closeSession(id)
  expect(mx.has(id)).toBe(false)
  expect(await provider.pollStatus(id)).toBe(IbvStatus.otherError)
})

const page = (name: string, one: object) =>
  new JsonValue({ [name]: [one], pagination: { current_page: 1, total_pages: 1 } }, 'a')

test('kinds, currency and signs: what counts as an account, and which way the money went', () => {
  const account = { guid: 'A1', type: 'SAVINGS', subtype: 'MONEY_MARKET', balance: 7.1 }
  expect(accountPageOf(page('accounts', account)).items).toMatchObject([{ type: 3002, balance: 710n }])
  expect(accountPageOf(page('accounts', { ...account, type: 'CREDIT_CARD' })).items).toEqual([])
  expect(accountPageOf(page('accounts', { ...account, currency_code: 'CAD' })).items).toEqual([])
  expect(accountPageOf(page('accounts', { ...account, balance: null })).items).toMatchObject([
    { balance: undefined },
  ])
  const line = { guid: 'T1', account_guid: 'A1', date: '2026-03-02', amount: 12.5, type: 'DEBIT' }
  expect(linePageOf(page('transactions', line)).items).toMatchObject([{ amount: -1_250n }])
  expect(linePageOf(page('transactions', { ...line, type: 'CREDIT' })).items).toMatchObject([
    { amount: 1_250n },
  ])
  expect(linePageOf(page('transactions', { ...line, status: 'PENDING' })).items).toEqual([])
  // One that cannot be read costs itself alone.
  for (const differs of [
    { amount: '12.5' },
    { amount: null },
    { type: null },
    { date: null },
    { guid: null },
  ]) {
    expect(linePageOf(page('transactions', { ...line, ...differs })).items).toEqual([undefined])
  }
  const numbers = { account_guid: 'A1', account_number: '1', routing_number: '2', passed_validation: false }
  expect(numbersPageOf(page('account_numbers', numbers)).items).toEqual([])
  const withoutRouting = { ...numbers, passed_validation: true, routing_number: null }
  expect(numbersPageOf(page('account_numbers', withoutRouting)).items).toEqual([])
})

test('design/security.md T21: MX names itself by user and password; nothing else of a message is believed', async () => {
  const { provider } = local
  const { webhookUsername, webhookPassword } = WEBHOOK_USER
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const read = (body: string, authorization: string | undefined) =>
    provider.readWebhook({ body: Buffer.from(body), headers: { authorization } })
  const body = JSON.stringify({
    type: 'CONNECTION_STATUS',
    action: 'CHANGED',
    connection_status: 'CONNECTED',
    user_guid: id,
    member_guid: 'MBR-1',
  })
  const good = basic(`${webhookUsername}:${webhookPassword}`)
  expect(await read(body, good)).toMatchObject({ kind: 'news', providerSessionId: id })
  for (const wrong of [
    undefined,
    '',
    'Basic',
    basic(`${webhookUsername}:guess`),
    basic(`:${webhookPassword}`),
  ]) {
    expect(await read(body, wrong)).toEqual({ kind: 'forged' })
  }
  expect(await read('[', good)).toEqual({ kind: 'unreadable' })
  expect(await read('{}', good)).toEqual({ kind: 'unreadable' })
  expect(await read('{"user_guid":"USR-other"}', good)).toEqual({ kind: 'irrelevant' })
  expect(await read(JSON.stringify({ member: { user_guid: id } }), good)).toMatchObject({ kind: 'news' })
})

test('a locked sign-in, and a question not answered in time, are causes of their own', () => {
  expect(stateOf({ connection_status: 'LOCKED' }).cause).toBe('accountLocked')
  expect(stateOf({ connection_status: 'EXPIRED' }).cause).toBe('signInAgain')
  expect(stateOf({ connection_status: 'DENIED' }).cause).toBeUndefined()
})

test('MX’s widget begins at the bank that was chosen', async () => {
  const { mx, provider } = local
  const { providerSessionId } = await provider.createLinkSession({
    requestCode: 'R2',
    portfolioId: 110,
    customerAlias: 'customer-1',
    locale: 'en',
    returnUrl: '/application/token',
    institutionId: 'demo-valley',
  })
  await provider.openFrame(providerSessionId)
  await provider.openFrame(id)
  expect(mx.begunAt).toEqual(['demo-valley', undefined])
})
