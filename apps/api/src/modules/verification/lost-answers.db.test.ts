import { TransactionMode } from '@dolphin/domain/payments/codes'
import { createRequestCodeCall, getRequestStatusCall } from '@dolphin/contract/verification'
import { findIbvRequest, insertIbvRequest } from '@dolphin/database/verification/ibv-repository'
import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { LINK_FAILURES } from '@dolphin/domain/verification/link-failure'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { MxServer } from '@dolphin/integrations/ibv/testing/mx-server'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import type { IbvProvider } from '@dolphin/integrations/ibv/provider'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { passBankTime } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import { startKindMx, startKindPlaid } from '../../testing/kind-vendors.ts'
import { refusalText } from './fallback-options.ts'
import { pollJob } from './poll-links.ts'

const plaid = new PlaidServer(sampleReport())
const mx = new MxServer(sampleReport())
const HALF_AN_HOUR_MS = 30 * MINUTE_MS
let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startTestApi({ env: { ...(await startKindPlaid(plaid)), ...(await startKindMx(mx)) } })
})
afterEach(() => {
  for (const { server } of [plaid, mx]) {
    server.vary = (_, body) => body
    server.complaints.length = 0
  }
})
afterAll(async () => {
  await api.close()
  await plaid.server.stop()
  await mx.server.stop()
})

/** An applicant with a link that is open, and what its provider calls it. */
async function aLink(portfolioId: 118 | 110) {
  plaid.expiration = new Date(api.clock.now().getTime() + HALF_AN_HOUR_MS).toISOString()
  const client = await createCustomer(api, { email: `l${(serial += 1)}@example.com`, portfolioId })
  const { loanNo } = await fillApplication(client)
  const { requestCode } = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
  const request = await findIbvRequest(api.database.db, { portfolioId, requestCode })
  const seen = () => client.ask(getRequestStatusCall, { query: { requestCode } })
  return {
    client,
    loanNo,
    requestCode,
    seen,
    provider: request?.provider,
    id: request?.providerReference ?? '',
  }
}

/** From now on the answers of an operation lack a member. */
function lacking(server: { vary: PlaidServer['server']['vary'] }, operation: string, member: string): void {
  server.vary = (asked, body) => {
    if (!asked.endsWith(operation)) return body
    const { [member]: _, ...rest } = body as Record<string, unknown>
    return rest
  }
}

test('a lost answer to the exchange of the token ends the link at -3, said with a way on, and a new link works', async () => {
  const { client, loanNo, seen, id } = await aLink(118)
  lacking(plaid.server, '/item/public_token/exchange', 'access_token')
  plaid.link(id)
  await passBankTime(api)
  plaid.server.vary = (_, body) => body
  await passBankTime(api)
  const view = await seen()
  expect(view).toMatchObject({ ibvStatus: IbvStatus.otherError, final: true })
  expect(view.fallbacks.map(({ kind }) => kind)).toContain('statementUpload')
  const again = await client.call(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
  expect(again.code).toBe(1)
})

test.each([
  ['plaid', '/auth/get', 'accounts'],
  ['plaid', '/transactions/sync', 'added'],
  ['mx', '/members', 'members'],
  ['mx', '/accounts', 'accounts'],
] as const)(
  '%s, whose %s comes without %s: not ended for a day, then -3 with its cause',
  async (wanted, operation, member) => {
    const portfolioId = wanted === 'mx' ? 110 : 118
    const vendor = wanted === 'mx' ? mx : plaid
    const { seen, id, provider, requestCode } = await aLink(portfolioId)
    expect(provider).toBe(wanted)
    if (vendor === plaid) {
      plaid.link(id)
      await passBankTime(api)
      plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
    } else {
      mx.open(id)
      mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true })
    }
    lacking(vendor.server, operation, member)
    await passBankTime(api)
    const early = await seen()
    expect(early).toMatchObject({ final: false })
    const open = await findIbvRequest(api.database.db, { portfolioId, requestCode })
    api.clock.advance((open?.expiresAt.getTime() ?? 0) - api.clock.now().getTime() + DAY_MS + 60_000)
    await passBankTime(api)
    expect(await findIbvRequest(api.database.db, { portfolioId, requestCode })).toMatchObject({
      status: IbvStatus.otherError,
      refusal: 'noReport',
    })
    const { en, es } = LINK_FAILURES.noReport.words
    const request = { provider: wanted, status: IbvStatus.otherError, refusal: 'noReport' } as const
    expect(refusalText(request)).toEqual({ en, es })
  },
)

test('200 links that cannot be read delay the others by one round, and each is asked in its turn', async () => {
  const STUCK = 200
  const { loanNo, client } = await aLink(118)
  await api.database.db.execute(sql`update ibv_requests set status = ${IbvStatus.otherError}`)
  let asked = new Set<string>()
  const provider: IbvProvider = {
    id: 'plaid',
    displayName: 'Plaid',
    isAvailable: true,
    findInstitutions: () => Promise.reject(new Error('none is looked for')),
    readInstitution: () => Promise.reject(new Error('none is looked up')),
    createLinkSession: () => Promise.reject(new Error('none is opened')),
    fetchReport: () => Promise.reject(new Error('none is fetched')),
    closeSession: () => Promise.resolve(),
    pollStatus(id) {
      asked.add(id)
      if (id === 'good') return Promise.resolve(IbvStatus.startedNotCompleted)
      return Promise.reject(
        new ProviderFailure({ provider: 'plaid', operation: 'linkToken', reason: 'malformed' }),
      )
    },
  }
  const began = api.clock.now().getTime()
  for (const id of [...Array.from({ length: STUCK }, (_, at) => `stuck-${at}`), 'good']) {
    await insertIbvRequest(api.database.db, {
      portfolioId: 118,
      customerKey: client.openId,
      requestCode: `code-${id}`,
      loanNo,
      provider: 'plaid',
      providerReference: id,
      status: IbvStatus.notStarted,
      createdAt: new Date(began - (id === 'good' ? 1 : 60_000)),
      expiresAt: new Date(began + DAY_MS),
    })
  }
  const vendors = { byId: new Map(), mx: undefined }
  const job = pollJob({ ...api.deps, providers: new Map([['plaid', provider]]), vendors, signing: undefined })
  const round = async () => {
    asked = new Set()
    await job.run({})
    return asked
  }
  const first = await round()
  expect([first.size, first.has('good')]).toEqual([STUCK, false])
  expect([...(await round())]).toEqual(['good'])
  expect(await findIbvRequest(api.database.db, { portfolioId: 118, requestCode: 'code-good' })).toMatchObject(
    {
      status: IbvStatus.startedNotCompleted,
    },
  )
  let before = new Set<string>()
  for (let rounds = 0; rounds < 4; rounds += 1) {
    api.clock.advance(TransactionMode.ach)
    const now = await round()
    expect(now.size).toBe(STUCK)
    // Who was left out of one round is in the next.
    if (rounds > 0) expect(before.union(now).size).toBe(STUCK + 1)
    before = now
  }
})
