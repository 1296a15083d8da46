import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { listSectionCall, withdrawApplicationCall } from '@dolphin/contract/applications'
import {
  createRequestCodeCall,
  getProviderCall,
  getRequestDetailsCall,
  getRequestStatusCall,
} from '@dolphin/contract/verification'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import {
  findIbvReport,
  findIbvRequest,
  findLatestIbvReport,
} from '@dolphin/database/verification/ibv-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillApplication } from '../../testing/applications.ts'
import { BankVisit, linkBank, openBankLink, passBankTime } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { StoredReport } from '../borrowers/verified-income.ts'
import { SIGNATURE_HEADER, signSandboxEvent } from './webhook.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

let serial = 0
const customer = () => createCustomer(api, { email: `v${(serial += 1)}@example.com` })

async function anApplicant() {
  const client = await customer()
  const { loanNo, applicationNo } = await fillApplication(client)
  return { client, loanNo, applicationNo }
}
const statusOf = async (client: TestClient, requestCode: string) =>
  (await client.ask(getRequestStatusCall, { query: { requestCode } })).ibvStatus

test('get-provider names the bank page and the ways around it', async () => {
  const { client } = await anApplicant()
  const provider = await client.ask(getProviderCall, { query: { portfolioId: 118 } })
  expect(provider).toMatchObject({ providerId: 'sandbox', link: { kind: 'page' } })
  expect(provider.fallbacks.map(({ kind }) => kind)).toEqual(['statementUpload', 'person'])
})

test('a link goes 0, 1, then by messages to 100; the section is done and the income read (domain.md §5)', async () => {
  const { client, loanNo, applicationNo } = await anApplicant()
  const { requestCode, visit, ticket, url } = await openBankLink(api, client, loanNo)
  expect({ ticket, url: url.startsWith('/sandbox-bank/') }).toEqual({ ticket: 3003, url: true })
  expect(await statusOf(client, requestCode)).toBe(0)
  expect(await visit.open()).toBe(200)
  expect(visit.html).toContain('user_good')
  await api.runJobs()
  expect(await statusOf(client, requestCode)).toBe(1)
  expect(await visit.signIn('user_good')).toBe(200)
  expect(visit.accounts).toHaveLength(3)
  expect(await visit.post('accounts', { account: '000111222333', answer: 'share' })).toBe(303)
  expect(visit.location).toMatch(/^\/application\/[\w-]{43}$/)
  await passBankTime(api)
  const status = await client.ask(getRequestStatusCall, { query: { requestCode } })
  expect(status).toMatchObject({ ibvStatus: IbvStatus.successful, final: true, purpose: 'IBV' })
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  expect(details).toMatchObject({
    institution: 'Sandbox Community Bank',
    accounts: [{ accountMasked: '••••2333', matched: true }],
    income: { monthlyNetIncome: '4008.33', frequency: PayrollFrequency.biWeekly },
  })
  expect(JSON.stringify(details)).not.toContain('000111222333')
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list).toMatchObject({ ibvStatus: IbvStatus.successful, nextSection: null })
  expect(list.sections.find(({ sectionKey }) => sectionKey === 'IBV')?.status).toBe('done')
  const tickets = await listTicketsAfter(api.database.db, { portfolioId: 118, openId: client.openId }, 0, 50)
  expect(new Set(tickets.map((one) => one.ticket))).toEqual(new Set([3003]))
})

test.each([
  ['user_mfa', 100],
  ['user_started', 1],
  ['user_verified', 3],
  ['user_slow', 20],
  ['user_token', 100],
  ['user_locked', -1],
  ['user_not_enabled', -2],
  ['user_refused', -1],
  ['user_bank_down', -2],
  ['user_error', -3],
])('product.md §4: the test user %s ends in status %i', async (username, status) => {
  const { client, loanNo } = await anApplicant()
  const requestCode = await linkBank(api, client, loanNo, { username })
  expect(await statusOf(client, requestCode)).toBe(status)
})

test('an open link is gone on with; three in 30 days, then a statement or a person (domain.md §6)', async () => {
  const { client, loanNo } = await anApplicant()
  const first = await openBankLink(api, client, loanNo)
  expect((await openBankLink(api, client, loanNo)).requestCode).toBe(first.requestCode)
  for (let attempt = 0; attempt < 3; attempt += 1)
    await linkBank(api, client, loanNo, { username: 'user_refused' })
  const body = { loanNo, purpose: 'IBV' } as const
  expect((await client.call(createRequestCodeCall, { body })).code).toBe(codeOf('verificationTriesUsedUp'))
})

test('an outage, a locked sign-in and going back cost no try; a refused password does (borrower-journey.md)', async () => {
  const { client, loanNo } = await anApplicant()
  const triesLeft = async () =>
    (await client.ask(getProviderCall, { query: { portfolioId: 118, loanNo } })).triesLeft
  for (const username of ['user_started', 'user_locked', 'user_bank_down', 'user_error'])
    await linkBank(api, client, loanNo, { username })
  expect(await triesLeft()).toBe(3)
  const { visit, requestCode } = await openBankLink(api, client, loanNo)
  await visit.open()
  await visit.signIn('user_started')
  expect((await openBankLink(api, client, loanNo)).requestCode, 'gone on with').toBe(requestCode)
  await visit.signIn('user_good', { password: 'guess' })
  expect(await triesLeft(), 'the bank asks again; nothing came of it yet').toBe(3)
  await linkBank(api, client, loanNo, { username: 'user_refused' })
  expect(await triesLeft()).toBe(2)
  await linkBank(api, client, loanNo, { username: 'user_slow' })
  expect(await triesLeft(), 'being read').toBe(1)
})

test('a report that comes after the application was withdrawn is neither kept nor raises anything', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode, visit } = await openBankLink(api, client, loanNo)
  await visit.open()
  await visit.signIn('user_good')
  await visit.post('accounts', { account: '000111222333', answer: 'share' })
  await client.ask(withdrawApplicationCall, { body: { loanNo, reason: 'changed my mind' } })
  await passBankTime(api)
  await passBankTime(api)
  const key = { portfolioId: 118, requestCode }
  expect(await findIbvRequest(api.database.db, key)).toMatchObject({
    status: IbvStatus.otherError,
    refusal: 'noReport',
  })
  expect(await findIbvReport(api.database.db, api.deps.cipher, key)).toBeUndefined()
  const loan = await findLoan(api.database.db, { portfolioId: 118, loanNo })
  expect(loan).toMatchObject({ status: LoanStatus.withdrawn, flags: [] })
})

test('a report of each of two tabs is kept; the newest one is what the application stands on', async () => {
  const { client, loanNo, applicationNo } = await anApplicant()
  const first = await openBankLink(api, client, loanNo, 'demo-valley')
  const second = await openBankLink(api, client, loanNo, 'mock-harbor')
  for (const { visit } of [second, first]) {
    await visit.open()
    await visit.signIn('user_good')
    await visit.post('accounts', { account: '000111222333', answer: 'share' })
    await passBankTime(api)
  }
  expect([await statusOf(client, first.requestCode), await statusOf(client, second.requestCode)]).toEqual([
    100, 100,
  ])
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list).toMatchObject({ ibvStatus: IbvStatus.successful, verificationTriesLeft: 1 })
  const newest = await findLatestIbvReport<StoredReport>(api.database.db, api.deps.cipher, {
    portfolioId: 118,
    loanNo,
  })
  expect(newest?.report.institution).toBe('Demo Valley Credit Union')
})

test('twenty bank pages a day for a loan; one that is open is gone on with and costs none', async () => {
  const { client, loanNo } = await anApplicant()
  for (let opened = 0; opened < 20; opened += 1) {
    await openBankLink(api, client, loanNo)
    await linkBank(api, client, loanNo, { username: 'user_locked' })
  }
  const body = { loanNo, purpose: 'IBV' } as const
  const answer = await client.call(createRequestCodeCall, { body })
  expect(answer).toMatchObject({ status: 429, code: codeOf('tooManyRequests') })
  const other = await anApplicant()
  expect((await openBankLink(api, other.client, other.loanNo)).ticket).toBe(3003)
})

test('an outage is said before a link is begun: more failed than came through in the last half hour (ux.md)', async () => {
  api.clock.advance(40 * MINUTE_MS)
  const { client, loanNo } = await anApplicant()
  const isDown = async (who = client) =>
    (await who.ask(getProviderCall, { query: { portfolioId: 118 } })).trouble
  expect(await isDown()).toBe(false)
  for (const username of ['user_bank_down', 'user_error', 'user_locked']) {
    await linkBank(api, client, loanNo, { username })
  }
  expect(await isDown(), 'two may be chance, and an unfit account is no outage').toBe(false)
  const other = await anApplicant()
  await linkBank(api, other.client, other.loanNo, { username: 'user_bank_down' })
  expect(await isDown()).toBe(true)
  api.clock.advance(31 * MINUTE_MS)
  expect(await isDown(await customer()), 'what is over is forgotten').toBe(false)
})

test('who may link: the loan must be own, the provider offered; no other section has to be done first', async () => {
  const client = await customer()
  const { loanNo } = await beginApplication(client)
  const open = (who: TestClient, providerId?: string) =>
    who.call(createRequestCodeCall, {
      body: { loanNo, purpose: 'IBV', ...(providerId === undefined ? {} : { providerId }) },
    })
  expect((await open(client)).code).toBe(1)
  expect((await open(await customer())).code).toBe(codeOf('loanNotFound'))
  expect((await open(api.client())).code).toBe(codeOf('noIdentity'))
  const ready = await anApplicant()
  for (const providerId of ['plaid', 'constructor']) {
    const body = { loanNo: ready.loanNo, purpose: 'IBV', providerId } as const
    const answer = await ready.client.call(createRequestCodeCall, { body })
    expect(answer, 'not the provider fails, but the wish').toMatchObject({
      status: 422,
      code: codeOf('invalidInput'),
      data: { errors: [{ elementKey: 'providerId' }] },
    })
  }
  const { requestCode } = await openBankLink(api, ready.client, ready.loanNo)
  const query = { requestCode }
  expect((await client.call(getRequestStatusCall, { query })).code).toBe(codeOf('notFound'))
  expect((await client.call(getRequestDetailsCall, { query })).code).toBe(codeOf('notFound'))
})

async function postWebhook(body: string, signature: string) {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/webhooks/ibv/sandbox',
    headers: { host: 'localhost:8080', 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
    payload: body,
  })
  return answer.statusCode
}

test('design/security.md T21: forged, altered and old messages are refused; repeated and backward ones change nothing', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await openBankLink(api, client, loanNo)
  const request = await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })
  const sign = (body: string, ageSeconds = 0) =>
    signSandboxEvent(api.deps, Buffer.from(body), new Date(api.clock.now().getTime() - ageSeconds * 1_000))
  const event = (eventId: string, status: number) =>
    JSON.stringify({ eventId, providerSessionId: request?.providerReference, status })
  const down = event('e1', -2)
  expect(await postWebhook(down, 't=1,v1=00')).toBe(401)
  expect(await postWebhook(event('e1', -1), sign(down))).toBe(401)
  expect(await postWebhook(down, sign(down, 301))).toBe(401)
  expect(await statusOf(client, requestCode)).toBe(0)
  expect(await postWebhook('{"status":', sign('{"status":'))).toBe(400)
  expect(await postWebhook(down, sign(down, 299))).toBe(200)
  expect(await postWebhook(down, sign(down))).toBe(200)
  expect(await postWebhook(event('e2', 3), sign(event('e2', 3)))).toBe(200)
  expect(await statusOf(client, requestCode)).toBe(-2)
  // Success without a report is not a success: the response makes the sender try again.
  expect(await postWebhook(event('e3', 100), sign(event('e3', 100)))).toBe(503)
  expect(await statusOf(client, requestCode)).toBe(-2)
})

test.each([1, 2, 3, 4, 5, 6])(
  'design/security.md T21: six messages of the sandbox bank, each twice and in order %i, end in one state',
  async (seed) => {
    const { client, loanNo } = await anApplicant()
    const { requestCode, visit } = await openBankLink(api, client, loanNo)
    await visit.open()
    await visit.signIn('user_good')
    await visit.post('accounts', { account: '000111222333', answer: 'share' })
    api.clock.advance(TransactionMode.ach)
    const request = await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })
    const ranks = new SeededRandom(seed).bytes(12)
    const order = [1, 3, 20, -1, -2, 100, 1, 3, 20, -1, -2, 100]
      .map((status, at) => ({ status, rank: ranks[at] ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank)
    for (const { status } of order) {
      const body = JSON.stringify({
        eventId: `${requestCode}-${status}`,
        providerSessionId: request?.providerReference,
        status,
      })
      expect(await postWebhook(body, signSandboxEvent(api.deps, Buffer.from(body), api.clock.now()))).toBe(
        200,
      )
    }
    expect(await statusOf(client, requestCode)).toBe(100)
  },
)

test('the bank page refuses wrong passwords, foreign sites, visits that are over and shares only what is ticked', async () => {
  const { client, loanNo } = await anApplicant()
  const { visit, url, requestCode } = await openBankLink(api, client, loanNo)
  expect(await visit.signIn('user_good', { password: 'guess' })).toBe(422)
  expect(visit.html).toContain('role="alert"')
  const foreign = await api.app.inject({
    method: 'POST',
    url: `${url}/sign-in`,
    headers: {
      host: 'localhost:8080',
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'username=user_good&password=pass_good',
  })
  expect(foreign.statusCode).toBe(403)
  const page = await api.app.inject({ method: 'GET', url, headers: { host: 'localhost:8080' } })
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
  expect(page.body).not.toContain('<script')
  expect(await visit.signIn('<b>user')).toBe(422)
  expect(visit.html).not.toContain('<b>user')
  await visit.signIn('user_good')
  expect(await visit.post('accounts', { answer: 'share' })).toBe(422)
  await visit.signIn('user_good')
  await visit.post('accounts', { account: '000444555666', answer: 'share' })
  await passBankTime(api)
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  expect(details).toMatchObject({
    ibvStatus: IbvStatus.successful,
    accounts: [{ accountMasked: '••••5666', matched: false }],
  })
  expect(await visit.open()).toBe(200)
  expect(visit.html).toContain('signed in already')
  expect(await new BankVisit(api, '/sandbox-bank/unknown').open()).toBe(404)
  const late = await anApplicant()
  const old = await openBankLink(api, late.client, late.loanNo)
  api.clock.advance(31 * MINUTE_MS)
  expect(await old.visit.open()).toBe(410)
})
