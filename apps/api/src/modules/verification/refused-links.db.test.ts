import { HOUR_MS } from '@dolphin/domain/time/durations'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { createRequestCodeCall, getProviderCall, getRequestStatusCall } from '@dolphin/contract/verification'
import { findIbvRequest } from '@dolphin/database/verification/ibv-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { LINK_FAILURES } from '@dolphin/domain/verification/link-failure'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { passBankTime } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startKindPlaid } from '../../testing/kind-vendors.ts'

const plaid = new PlaidServer(sampleReport())
let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startTestApi({ env: await startKindPlaid(plaid) })
})

beforeEach(() => {
  plaid.server.isDown = false
})

afterAll(async () => {
  await api.close()
  expect(plaid.server.complaints).toEqual([])
  await plaid.server.stop()
})

/** An applicant with a link that is open, and what Plaid calls it. */
async function aLink() {
  const client = await createCustomer(api, { email: `r${(serial += 1)}@example.com` })
  const { loanNo } = await fillApplication(client)
  const { requestCode } = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
  const request = await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })
  return { client, loanNo, requestCode, id: request?.providerReference ?? '' }
}
const statusOf = (client: TestClient, requestCode: string) =>
  client.ask(getRequestStatusCall, { query: { requestCode } })

/** The bank is linked, its history is complete, and it refuses. */
async function refusing(error: readonly [string, string], errorAt = '') {
  const link = await aLink()
  plaid.link(link.id)
  await passBankTime(api)
  plaid.setHistory(link.id, 'HISTORICAL_UPDATE_COMPLETE')
  plaid.failItem(link.id, error, errorAt)
  await passBankTime(api)
  return link
}

test.each([
  ['PRODUCTS_NOT_SUPPORTED', -2, 'notSupported'],
  ['ITEM_LOGIN_REQUIRED', -1, 'signInAgain'],
  ['ADDITIONAL_CONSENT_REQUIRED', -1, 'accessNotGranted'],
  ['NO_AUTH_ACCOUNTS', -1, 'noAccounts'],
] as const)(
  'a linked bank whose report is refused with %s: %i, and the cause in words',
  async (code, status, cause) => {
    const { client, requestCode } = await refusing(['ITEM_ERROR', code], '/auth/get')
    const { en, es } = LINK_FAILURES[cause].words
    const view = await statusOf(client, requestCode)
    expect(view).toMatchObject({ ibvStatus: status, final: true })
    expect([en, es]).toContain(view.reason)
  },
)

test.each([
  ['RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT', ''],
  ['INSTITUTION_ERROR', 'INSTITUTION_DOWN', '/auth/get'],
  ['ITEM_ERROR', 'PRODUCT_NOT_READY', '/identity/get'],
] as const)(
  '%s %s passes: the link is 20 meanwhile, others go on, and then it comes through',
  async (type, code, at) => {
    const waiting = await refusing([type, code], at)
    expect(await statusOf(waiting.client, waiting.requestCode)).toMatchObject({
      ibvStatus: IbvStatus.inProgress,
    })
    const other = await aLink()
    plaid.link(other.id)
    await passBankTime(api)
    plaid.setHistory(other.id, 'HISTORICAL_UPDATE_COMPLETE')
    await passBankTime(api)
    expect(await statusOf(other.client, other.requestCode)).toMatchObject({ ibvStatus: IbvStatus.successful })
    plaid.failItem(waiting.id, undefined)
    await passBankTime(api)
    expect(await statusOf(waiting.client, waiting.requestCode)).toMatchObject({
      ibvStatus: IbvStatus.successful,
      reason: null,
    })
  },
)

test('a link that cannot be read waits behind the others: each one due is asked before one is asked again', async () => {
  const [first, second] = [await aLink(), await aLink()]
  plaid.open(first.id)
  plaid.open(second.id)
  plaid.server.vary = (operation, body) =>
    operation.endsWith('/link/token/get') && JSON.stringify(body).includes(`"${first.id}"`)
      ? { ...(body as object), link_sessions: [null] }
      : body
  await passBankTime(api)
  plaid.server.vary = (_, body) => body
  const [bad, good] = await Promise.all(
    [first, second].map(({ requestCode }) =>
      findIbvRequest(api.database.db, { portfolioId: 118, requestCode }),
    ),
  )
  expect([bad?.status, good?.status]).toEqual([0, 1])
  expect(bad?.nextPollAt.getTime()).toBeGreaterThan(api.clock.now().getTime())
  expect(bad?.updatedAt).toEqual(bad?.createdAt)
  plaid.server.complaints.length = 0
})

test('a bank that does not know the lender yet is -2 for the borrower and a work item for the lender', async () => {
  const { client, requestCode, id } = await aLink()
  plaid.leave(id, ['INSTITUTION_ERROR', 'INSTITUTION_REGISTRATION_REQUIRED'])
  await passBankTime(api)
  expect(await statusOf(client, requestCode)).toMatchObject({
    ibvStatus: IbvStatus.financialInstitutionError,
    reason: LINK_FAILURES.notEnabled.words.en,
  })
  const items = await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'bankNotEnabled' })
  expect(items).toMatchObject([{ subject: 'provider/plaid', facts: { requestCode } }])
  expect((await client.ask(getProviderCall, { query: { portfolioId: 118 } })).providerId).toBe('plaid')
})

test('a vendor that fails in the middle leaves the link at 20; a day without a report is -3, with its cause', async () => {
  const { client, requestCode, id } = await refusing(['API_ERROR', 'INTERNAL_SERVER_ERROR'], '/auth/get')
  expect(await statusOf(client, requestCode)).toMatchObject({ ibvStatus: IbvStatus.inProgress })
  const open = await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })
  const end = open?.expiresAt.getTime() ?? 0
  api.clock.advance(end - api.clock.now().getTime() + 25 * HOUR_MS)
  plaid.failItem(id, ['ITEM_ERROR', 'PRODUCT_NOT_READY'])
  await passBankTime(api)
  expect(await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })).toMatchObject({
    status: IbvStatus.otherError,
    refusal: 'noReport',
  })
})
