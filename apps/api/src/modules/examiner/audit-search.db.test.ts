import { searchAuditCall } from '@dolphin/contract/examiner'
import { insertBusinessEvent } from '@dolphin/database/driver/event-repository'
import { appendAudit, listAudit } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { applyForLoan, askAmount } from '../../testing/offers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { maskedFacts } from '../decisions/masked-facts.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const search = (filters: object = {}) =>
  employee.ask(searchAuditCall, { body: { portfolioId: 118, ...filters } })

test('what a loan went through is found by its number, by its customer and by the event (contract.md "Webhooks and operations")', async () => {
  const applied = await applyForLoan(api)
  const before = (await search({ loanNo: applied.loanNo, event: 'decided' })).events
  expect(before).toEqual([])
  await askAmount(applied)
  const [decided, ...more] = (await search({ loanNo: applied.loanNo, event: 'decided' })).events
  expect(more).toEqual([])
  expect(decided).toMatchObject({ source: 'audit', subject: applied.loanNo, facts: { outcome: 'qualified' } })
  const ofCustomer = (await search({ openId: applied.client.openId })).events
  expect(ofCustomer.map(({ event }) => event)).toContain('decided')
  const ofActor = (await search({ actor: `customer:${applied.client.openId}`, loanNo: applied.loanNo }))
    .events
  expect(ofActor.map(({ event }) => event)).toContain('decided')
})

test('what a page reported stands in the stream too, with personal data masked', async () => {
  const client = await createCustomer(api, { email: 'reporting@example.com' })
  // As it was taken before events had closed lists.
  const payload = { step: 'bank', note: 'call 302-555-0147 or jo.sample@example.com about 521449999' }
  const owner = { portfolioId: 118, customerKey: client.openId, openId: client.openId }
  const reported = { ...owner, event: 'helpOpened', payload, at: api.clock.now() }
  await api.database.transaction((tx) => insertBusinessEvent(tx, reported))
  const { events } = await search({ openId: client.openId, event: 'helpOpened' })
  expect(events).toMatchObject([
    {
      source: 'page',
      actor: `customer:${client.openId}`,
      facts: { step: 'bank', note: 'call •••• or j••••@example.com about ••••' },
    },
  ])
  const found = JSON.stringify(await search({ openId: client.openId }))
  expect(found).not.toContain('reporting@example.com')
})

test('days are the portfolio’s own, both included', async () => {
  const at = new Date('2026-02-11T04:30:00Z')
  const event = {
    portfolioId: 118,
    subject: 'nightly',
    action: 'nightlyCheck',
    actor: 'timetable',
    facts: {},
  }
  await appendAudit(api.database.db, { ...event, at })
  const found = async (from: string, to: string) =>
    (await search({ event: 'nightlyCheck', from, to })).events.length
  expect(await found('2026-02-10', '2026-02-10')).toBe(1)
  expect(await found('2026-02-11', '2026-02-12')).toBe(0)
})

test('pages of 100 follow one another without a gap or a double, even within one instant', async () => {
  const event = { portfolioId: 118, subject: 'paging', action: 'pagingProof', actor: 'timetable' }
  for (let number = 1; number <= 205; number += 1)
    await appendAudit(api.database.db, { ...event, facts: { number }, at: api.clock.now() })
  const seen: unknown[] = []
  let after: string | null | undefined
  do {
    const page = await search({ event: 'pagingProof', ...(after ? { after } : {}) })
    seen.push(...page.events.map(({ facts }) => facts['number']))
    after = page.after
  } while (after !== null)
  expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => 205 - index))
})

test('who looked, and for what, is written down', async () => {
  await search({ event: 'somethingRare' })
  const events = await listAudit(api.database.db, 118, 'audit')
  expect(events.at(-1)).toMatchObject({
    action: 'auditSearched',
    actor: 'employee:ada-example',
    facts: { event: 'somethingRare', entries: 0 },
  })
})

test('what happened to the staff is portfolio 0, for those whose right counts in every portfolio', async () => {
  const ask = async (name: string, portfolioId?: number) => {
    const bounds = portfolioId === undefined ? {} : { portfolioId }
    const auditor = await signInEmployee(api, name, { roles: ['auditor'], ...bounds })
    const filters = { portfolioId: 0, event: 'employeeSignedIn', actor: `employee:${name}` }
    return await auditor.call(searchAuditCall, { body: filters })
  }
  expect((await ask('auditor-all')).data).toMatchObject({
    events: [{ subject: 'employee:auditor-all', facts: { kind: 'terminal' } }],
  })
  expect((await ask('auditor-118', 118)).code).toBe(codeOf('notPermitted'))
})

test('refused: an unknown portfolio, a position that no page returned, a caller who is no employee', async () => {
  const ask = (client: TestClient, body: object) =>
    client.call(searchAuditCall, { body: { portfolioId: 118, ...body } })
  expect((await ask(employee, { portfolioId: 999 })).code).toBe(codeOf('notFound'))
  expect((await ask(employee, { after: 'nowhere' })).code).toBe(codeOf('invalidInput'))
  const customer = await createCustomer(api, { email: 'curious@example.com' })
  expect((await ask(customer, {})).code).toBe(codeOf('notFound'))
  expect((await ask(api.client().atDesk(), {})).code).toBe(codeOf('noIdentity'))
})

test.each([
  [
    { ssn: '1', lastName: 'Sample', n: 3 },
    { ssn: '••••', lastName: '••••', n: 3 },
  ],
  [{ list: ['521-44-9999', { email: 'a@example.com' }] }, { list: ['••••', { email: '••••' }] }],
  [
    { account: null, big: 123_456_789 },
    { account: null, big: '••••' },
  ],
  [
    { loanNo: '118-0000017', digest: 'ab12' },
    { loanNo: '118-0000017', digest: 'ab12' },
  ],
])('masks by name and by looks: %j', (facts, masked) => {
  expect(maskedFacts(facts)).toEqual(masked)
})
