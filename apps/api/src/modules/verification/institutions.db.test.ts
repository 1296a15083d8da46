import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { listInstitutionCall } from '@dolphin/contract/institutions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { createRequestCodeCall, getRequestDetailsCall } from '@dolphin/contract/verification'
import { findIbvRequest } from '@dolphin/database/verification/ibv-repository'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { linkBank, passBankTime } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import { startKindPlaid } from '../../testing/kind-vendors.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

async function anApplicant(on: TestApi = api) {
  const client = await createCustomer(on, { email: `bank${(serial += 1)}@example.com` })
  return { client, ...(await fillApplication(client)) }
}

const list = (client: TestClient, loanNo: string, words?: string) =>
  client.ask(listInstitutionCall, { query: { loanNo, ...(words === undefined ? {} : { words }) } })

const choose = (client: TestClient, loanNo: string, institutionId: string) =>
  client.call(createRequestCodeCall, { body: { loanNo, purpose: 'IBV', institutionId } })

test('banks are found by words of their name; one that is down says so and cannot be begun', async () => {
  const { client, loanNo } = await anApplicant()
  const first = await list(client, loanNo)
  expect(first).toMatchObject({ providerId: 'sandbox', directory: 'asked' })
  expect(first.institutions).toHaveLength(5)
  const found = await list(client, loanNo, ' exampleton ')
  expect(found.institutions).toEqual([
    {
      institutionId: 'exampleton',
      name: 'Exampleton Bank',
      isUp: false,
      accountMasked: null,
      failedBefore: false,
    },
  ])
  const elsewhere = { loanNo, providerId: 'nowhere' }
  expect(await client.call(listInstitutionCall, { query: elsewhere })).toMatchObject({
    status: 422,
    data: { errors: [{ elementKey: 'providerId' }] },
  })
  expect(await list(client, loanNo, 'no such bank')).toMatchObject({ directory: 'asked', institutions: [] })
  for (const id of ['exampleton', 'nowhere'])
    expect(await choose(client, loanNo, id)).toMatchObject({
      status: 422,
      data: { errors: [{ elementKey: 'institutionId' }] },
    })
})

test('a bank that was linked comes first with its account, also for another loan of the customer, and for no one else', async () => {
  const { client, loanNo } = await anApplicant()
  await linkBank(api, client, loanNo, { username: 'user_good', institutionId: 'demo-valley' })
  const [first] = (await list(client, loanNo)).institutions
  expect(first).toMatchObject({ institutionId: 'demo-valley', accountMasked: '••••2333', isUp: true })
  const other = await anApplicant()
  expect((await list(other.client, other.loanNo)).institutions[0]?.accountMasked).toBeNull()
  const foreign = { query: { loanNo } }
  expect((await other.client.call(listInstitutionCall, foreign)).code).toBe(RESPONSE_CODES.loanNotFound.code)
})

test('the bank’s page and its report are of the bank that was chosen; the failed one is marked until it works', async () => {
  const { client, loanNo } = await anApplicant()
  const marks = async () =>
    (await list(client, loanNo)).institutions.flatMap(({ institutionId, failedBefore }) =>
      failedBefore ? [institutionId] : [],
    )
  await linkBank(api, client, loanNo, { username: 'user_locked', institutionId: 'sampleton-savings' })
  expect(await marks()).toEqual(['sampleton-savings'])
  const requestCode = await linkBank(api, client, loanNo, {
    username: 'user_good',
    institutionId: 'sampleton-savings',
  })
  expect(await marks()).toEqual([])
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  expect(details).toMatchObject({ ibvStatus: IbvStatus.successful, institution: 'Sampleton Savings Bank' })
})

test('an open link is gone on with at the same bank; another bank is another visit', async () => {
  const { client, loanNo } = await anApplicant()
  const codeAt = async (institutionId?: string) => {
    const wanted = institutionId === undefined ? {} : { institutionId }
    const body = { loanNo, purpose: 'IBV', ...wanted } as const
    return (await client.ask(createRequestCodeCall, { body })).requestCode
  }
  const first = await codeAt('demo-valley')
  expect(await codeAt('demo-valley')).toBe(first)
  expect(await codeAt(), 'gone on with').toBe(first)
  const second = await codeAt('mock-harbor')
  expect(second).not.toBe(first)
  expect(await codeAt('demo-valley')).toBe(first)
})

test('three links in a row that fail at one bank say that it is down; the others go on', async () => {
  for (let failed = 0; failed < 3; failed += 1) {
    const { client, loanNo } = await anApplicant()
    await linkBank(api, client, loanNo, { username: 'user_bank_down', institutionId: 'placeholder-trust' })
  }
  const { client, loanNo } = await anApplicant()
  const [bank] = (await list(client, loanNo, 'placeholder')).institutions
  expect(bank).toMatchObject({ isUp: false, failedBefore: false })
  expect((await choose(client, loanNo, 'placeholder-trust')).status).toBe(422)
  expect((await choose(client, loanNo, 'mock-harbor')).code).toBe(1)
  api.clock.advance(31 * MINUTE_MS)
  const later = await anApplicant()
  expect((await choose(later.client, later.loanNo, 'placeholder-trust')).code).toBe(1)
})

test('while the directory is away the remembered banks are listed and a link goes on without it (Plaid)', async () => {
  const plaid = new PlaidServer({
    ...sampleReport(),
    institution: 'Demo Valley Credit Union',
    institutionId: 'demo-valley',
  })
  const own = await startTestApi({ env: await startKindPlaid(plaid) })
  const { client, loanNo } = await anApplicant(own)
  const body = { loanNo, purpose: 'IBV' } as const
  const { requestCode } = await client.ask(createRequestCodeCall, { body })
  const request = await findIbvRequest(own.database.db, { portfolioId: 118, requestCode })
  plaid.link(request?.providerReference ?? '')
  await passBankTime(own)
  plaid.setHistory(request?.providerReference ?? '', 'HISTORICAL_UPDATE_COMPLETE')
  await passBankTime(own)
  const remembered = {
    institutionId: 'demo-valley',
    name: 'Demo Valley Credit Union',
    accountMasked: '••••2333',
  }
  expect(await list(client, loanNo)).toMatchObject({ directory: 'asked', institutions: [remembered] })
  // Three tries of the first search and two of the second, after which the directory rests.
  plaid.server.spoil('serverError', 'serverError', 'serverError', 'serverError', 'serverError')
  expect(await list(client, loanNo)).toMatchObject({ directory: 'away', institutions: [remembered] })
  expect(await list(client, loanNo, 'demo')).toMatchObject({ directory: 'away', institutions: [] })
  expect((await choose(client, loanNo, 'demo-valley')).code, 'not stopped by the directory').toBe(1)
  await own.close()
  await plaid.server.stop()
})
