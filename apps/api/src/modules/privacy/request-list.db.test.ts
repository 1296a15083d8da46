import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { insertDataRequest } from '@dolphin/database/retention/data-request-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const ask = async (kind: 'correction' | 'deletion', email: string, portfolioId = 118) => {
  const name = { firstName: 'Jordan', middleName: '', lastName: 'Avila' }
  const client = await createCustomer(api, { email, name, portfolioId })
  const body = { kind, details: kind === 'correction' ? 'My street is 14 Elm Street.' : '' }
  return { client, ...(await client.ask(CALLS.requestMyData, { body })) }
}

test('requests of all customers stand by their day, without what was written, kept by kind and state', async () => {
  const compliance = await signInEmployee(api, 'cora-example', { roles: ['compliance'] })
  const first = await ask('correction', 'first@example.com')
  const second = await ask('deletion', 'second@example.com', 110)
  const { requests, after } = await compliance.ask(CALLS.searchDataRequest, { query: {} })
  expect(after).toBeNull()
  expect(requests).toMatchObject([
    { requestNo: first.requestNo, portfolioId: 118, kind: 'correction', customerName: 'Jordan Avila' },
    { requestNo: second.requestNo, portfolioId: 110, kind: 'deletion', answerBy: second.answerBy },
  ])
  expect(requests[0]).toMatchObject({ openId: first.client.openId, overdue: false, outcome: null })
  expect(JSON.stringify(requests)).not.toContain('Elm Street')
  const numbers = async (query: { kind?: 'deletion'; portfolioId?: number; state?: 'answered' }) =>
    (await compliance.ask(CALLS.searchDataRequest, { query })).requests.map(({ requestNo }) => requestNo)
  expect(await numbers({ kind: 'deletion' })).toEqual([second.requestNo])
  expect(await numbers({ portfolioId: 118 })).toEqual([first.requestNo])
  expect(await numbers({ state: 'answered' })).toEqual([])

  const answer = {
    body: {
      openId: first.client.openId,
      requestNo: first.requestNo,
      outcome: 'refused',
      answer: 'Your street is as you signed it.',
    },
  } as const
  await proveChanges(api, () => compliance.ask(CALLS.answerDataRequest, answer), {
    searchDataRequest: asking(compliance, 'searchDataRequest', { query: {} }),
  })
  const answered = await compliance.ask(CALLS.searchDataRequest, { query: { state: 'answered' } })
  expect(answered.requests).toMatchObject([
    { requestNo: first.requestNo, outcome: 'refused', answeredBy: 'employee:cora-example', overdue: false },
  ])
})

test('one that waits past its day is overdue', async () => {
  const { requestNo } = await ask('deletion', 'late@example.com')
  await api.database.executeSql("update data_requests set due = '2026-01-01'")
  const compliance = await signInEmployee(api, 'cora-example', { roles: ['compliance'] })
  const { requests } = await compliance.ask(CALLS.searchDataRequest, { query: {} })
  expect(requests).toMatchObject([{ requestNo, overdue: true }])
})

test('are of the portfolios in which the right counts, and of none without it', async () => {
  await ask('deletion', 'one@example.com')
  const own = await ask('deletion', 'two@example.com', 110)
  const of110 = await signInEmployee(api, 'otto-example', { roles: ['compliance'], portfolioId: 110 })
  const { requests } = await of110.ask(CALLS.searchDataRequest, { query: {} })
  expect(requests.map(({ requestNo }) => requestNo)).toEqual([own.requestNo])
  await expectRefused(of110, 'searchDataRequest', { query: { portfolioId: 118 } }, 'notPermitted')
  const support = await signInEmployee(api, 'sam-example', { roles: ['support'] })
  await expectRefused(support, 'searchDataRequest', { query: {} }, 'notPermitted')
  await expectRefused(support, 'exportDataRequest', { query: {} }, 'notPermitted')
  await proveChanges(api, () => support.demonstrate({ name: 'sam-example', roles: ['compliance'] }), {
    exportDataRequest: asking(support, 'exportDataRequest', { query: {} }),
  })
})

test('come a page at a time, and leave as a table that the audit knows of', async () => {
  const due = localDate(2026, 4, 17)
  for (let at = 0; at <= 100; at += 1)
    await insertDataRequest(api.database.db, api.deps.cipher, {
      portfolioId: 118,
      openId: `customer-${at}`,
      kind: 'deletion',
      details: '',
      askedAt: api.clock.now(),
      due,
    })
  const compliance = await signInEmployee(api, 'cora-example', { roles: ['compliance'] })
  const page = await compliance.ask(CALLS.searchDataRequest, { query: {} })
  expect(page.requests).toHaveLength(100)
  const { requests, after } = await compliance.ask(CALLS.searchDataRequest, {
    query: { after: page.after ?? '' },
  })
  expect(requests).toMatchObject([{ openId: 'customer-100', customerName: '' }])
  expect(after).toBeNull()
  const table = await compliance.download(CALLS.exportDataRequest, { query: { kind: 'deletion' } })
  expect(table.toString()).toMatch(/^Request,Kind,Customer,Number,Portfolio,Asked,Answer by,/)
  expect(table.toString().trim().split('\r\n')).toHaveLength(102)
  const [told] = await listAudit(api.database.db, 0, 'list/requests')
  expect(told).toMatchObject({
    actor: 'employee:cora-example',
    facts: { filter: { kind: 'deletion' }, rows: 101, isCut: false },
  })
})
