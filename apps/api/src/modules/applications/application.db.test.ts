import { DAY_MS } from '@dolphin/domain/time/durations'
import {
  createFormCall,
  getPersonalCall,
  readFormCall,
  updateFormCall,
} from '@dolphin/contract/applications-forms'
import {
  attachLoanCall,
  listSectionCall,
  parsePathResourceCall,
  withdrawApplicationCall,
} from '@dolphin/contract/applications'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { getPaymentOptionCall } from '@dolphin/contract/plans'
import { authenticateIdentityCall } from '@dolphin/contract/identity-sessions'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import type { Envelope } from '@dolphin/contract/envelope'
import { listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { isLoanNo } from '@dolphin/domain/loans/loan-number'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ANSWERS, beginApplication, fillApplication, fillSection } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const failureOf = (envelope: Envelope<unknown>) => {
  if (envelope.code === 1) throw new Error('was not refused')
  return { code: envelope.code, ...(envelope.data as { errors?: unknown; current?: unknown }) }
}
const IDENTITY = { ssnLast4: '9999', birthDate: '1990-05-17' }
let serial = 0
const customer = (portfolioId = 118) =>
  createCustomer(api, { email: `c${(serial += 1)}@example.com`, portfolioId })

test('domain.md §1: the personal section makes application, loan 101 with its history and the link, in one step', async () => {
  const client = await customer()
  const begun = await beginApplication(client)
  expect(isLoanNo(begun.loanNo)).toBe(true)
  expect(begun.session).toBeNull()
  expect(begun).toMatchObject({ externalKey: begun.applicationNo, version: 1, loanFlags: [] })
  expect(begun.masked).toEqual({ ssn: '***-**-9999' })
  expect(begun.values['cellPhone']).toBe('3025550147')
  expect(JSON.stringify(begun)).not.toContain('521449999')
  const moves = await listLoanMoves(api.database.db, { portfolioId: 118, loanNo: begun.loanNo })
  expect(moves).toMatchObject([
    { fromStatus: null, toStatus: LoanStatus.initializing, actor: `customer:${client.openId}` },
  ])
  const info = await client.ask(getPersonalInfoCall, {})
  expect(info).toMatchObject({ ssnMasked: '***-**-9999', homeFlag: 2, address: { city: 'Wilmington' } })
  const link = await client.ask(parsePathResourceCall, { query: { resource: begun.resource } })
  expect(link).toMatchObject({ purpose: 'application', loanNo: begun.loanNo, needs: 'nothing' })
})

test('one open application for each customer and portfolio, of twenty at once as well', async () => {
  const client = await customer()
  const body = { externalKey: null, changed: ANSWERS.personal, version: 0 }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call(createFormCall, { params: { code: 'personal' }, body })),
  )
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1, codeOf('applicationAlreadyOpen')]))
})

test('domain.md §3: what one section saves the list, the form and get-personal show', async () => {
  const client = await customer()
  const { applicationNo } = await fillApplication(client)
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list.sections.map(({ sectionKey, status }) => [sectionKey, status])).toEqual([
    ['summary', 'open'],
    ['personal', 'done'],
    ['employment', 'done'],
    ['bank', 'done'],
    ['question', 'done'],
    ['IBV', 'open'],
    ['loanDetail', 'locked'],
    ['paymentSchedule', 'locked'],
    ['paymentFee', 'locked'],
  ])
  expect(list).toMatchObject({
    nextSection: 'IBV',
    homeFlag: 2,
    loanStatus: LoanStatus.initializing,
    trackerStep: null,
    signedIn: true,
  })
  expect(list.noiaSituations).toEqual([201, 202])
  const bank = await client.ask(readFormCall, {
    params: { code: 'bank' },
    query: { externalKey: applicationNo },
  })
  expect(bank.values).toEqual({ bankRoutingNo: '123456780', bankAccountType: '3001' })
  expect(bank.masked).toEqual({ bankAccountNo: '••••2333' })
  const personal = await client.ask(getPersonalCall, { query: { applicationNo } })
  expect(personal.values).toMatchObject({ firstName: 'Jordan', state: 'DE' })
  expect(personal.values).not.toHaveProperty('ssn')
})

test('a save carries changes only, keeps secrets that were not sent, and a stale version shows both values', async () => {
  const client = await customer()
  const { applicationNo } = await beginApplication(client)
  const save = (changed: Record<string, string>, version: number) =>
    client.call(updateFormCall, {
      params: { code: 'personal' },
      body: { externalKey: applicationNo, changed, version },
    })
  expect(await save({ city: 'New Castle' }, 1)).toMatchObject({
    code: 1,
    data: { version: 2, masked: { ssn: '***-**-9999' } },
  })
  expect(await save({}, 2)).toMatchObject({ code: 1, data: { version: 2 } })
  const stale = failureOf(await save({ city: 'Dover' }, 1))
  expect(stale).toMatchObject({
    code: codeOf('conflict'),
    current: { version: 2, values: { city: 'New Castle' } },
  })
  expect(JSON.stringify(stale)).not.toContain('521449999')
  const racing = await Promise.all(['Dover', 'Lewes', 'Milford'].map((city) => save({ city }, 2)))
  expect(racing.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(racing.filter(({ code }) => code === codeOf('conflict'))).toHaveLength(2)
})

test('domain.md §4: the server judges every rule again and names field and reason', async () => {
  const client = api.client()
  const begin = (overrides: Record<string, string>) =>
    client.call(createFormCall, {
      params: { code: 'personal' },
      body: { externalKey: null, changed: { ...ANSWERS.personal, ...overrides }, version: 0 },
    })
  expect(failureOf(await begin({ ssn: '666-12-3456', firstName: '' }))).toMatchObject({
    code: codeOf('invalidInput'),
    errors: [
      { elementKey: 'firstName', message: "First Name can't be empty" },
      { elementKey: 'ssn', message: 'Social Security Number is invalid' },
    ],
  })
  expect(failureOf(await begin({ state: 'TX' }))).toMatchObject({
    code: codeOf('stateNotServed'),
    errors: [{ elementKey: 'state' }],
  })
  expect(failureOf(await begin({ birthDate: '2010-01-01' })).errors).toMatchObject([
    { elementKey: 'birthDate' },
  ])
})

test('design/security.md T18: keys that are not visible elements of the form are refused and change nothing', async () => {
  const client = await customer()
  const { applicationNo } = await beginApplication(client)
  const save = (changed: Record<string, string>) =>
    client.call(updateFormCall, {
      params: { code: 'personal' },
      body: { externalKey: applicationNo, changed, version: 1 },
    })
  for (const key of [
    'approvedAmount',
    'status',
    'portfolioId',
    'openId',
    'constructor',
    'headingName',
    'version',
  ]) {
    const refusal = failureOf(await save({ [key]: '1', city: 'Dover' }))
    expect(refusal).toMatchObject({ code: codeOf('invalidInput'), errors: [{ elementKey: key }] })
  }
  const polluted = await api.app.inject({
    method: 'PUT',
    url: '/fssapi/dolphin-loan/online/form/personal',
    headers: {
      host: client.host,
      origin: `http://${client.host}`,
      'content-type': 'application/json',
      'idempotency-key': '6f1cf1a2-6a35-4a4e-9d6f-0d9b7c8a1b2c',
      'access-token': client.session?.accessToken ?? '',
      'user-credential': client.session?.userCredential ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: `{"externalKey":"${applicationNo}","version":1,"changed":{"__proto__":{"admin":"yes"},"city":"Dover"}}`,
  })
  expect(polluted.json()).toMatchObject({ status: expect.any(Number) })
  expect(polluted.json<{ code: number }>().code).not.toBe(1)
  const read = await client.ask(getPersonalCall, { query: { applicationNo } })
  expect(read).toMatchObject({ version: 1, values: { city: 'Wilmington' } })
})

test('the sections are answered in any order, and the amount waits for all of them (domain.md §2, ASVS 2.3.1)', async () => {
  const client = await customer()
  const { applicationNo, loanNo } = await beginApplication(client)
  await fillSection(client, applicationNo, 'question')
  await fillSection(client, applicationNo, 'bank')
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  const locked = list.sections.filter(({ status }) => status === 'locked').map(({ sectionKey }) => sectionKey)
  expect(locked).toEqual(['loanDetail', 'paymentSchedule', 'paymentFee'])
  const amount = await client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(amount.code).toBe(codeOf('sectionsIncomplete'))
  expect((await client.call(getPaymentOptionCall, { query: { loanNo } })).code).not.toBe(1)
})

test('guidance: without account the limited session reaches its own application and nothing else', async () => {
  const otherCustomer = api.client()
  const mine = await beginApplication(otherCustomer)
  expect(mine.session).not.toBeNull()
  await fillSection(otherCustomer, mine.applicationNo, 'employment')
  const list = await otherCustomer.ask(listSectionCall, { query: {} })
  expect(list).toMatchObject({ applicationNo: mine.applicationNo, signedIn: false, attached: false })
  const other = api.client()
  const theirs = await beginApplication(other)
  for (const client of [otherCustomer, await customer()]) {
    const query = { applicationNo: theirs.applicationNo }
    expect((await client.call(listSectionCall, { query })).code).toBe(codeOf('notFound'))
    expect((await client.call(getPersonalCall, { query })).code).toBe(codeOf('notFound'))
    const body = { loanNo: theirs.loanNo }
    expect((await client.call(withdrawApplicationCall, { body })).code).toBe(codeOf('loanNotFound'))
    const change = { externalKey: theirs.applicationNo, changed: { city: 'Dover' }, version: 1 }
    const save = await client.call(updateFormCall, { params: { code: 'personal' }, body: change })
    expect(save.code).toBe(codeOf('notFound'))
  }
  const anonymous = api.client()
  expect((await anonymous.call(listSectionCall, { query: {} })).code).toBe(codeOf('noIdentity'))
  const first = { externalKey: theirs.applicationNo, changed: { loanAmount: 500 }, version: 0 }
  const begun = await anonymous.call(createFormCall, { params: { code: 'question' }, body: first })
  expect(begun.code).toBe(codeOf('noIdentity'))
})

test('a loan number and a link are refused at another portfolio (design/security.md T6)', async () => {
  const client = await customer()
  const { loanNo, resource } = await beginApplication(client)
  const elsewhere = await customer(110)
  expect((await elsewhere.call(withdrawApplicationCall, { body: { loanNo } })).code).toBe(
    codeOf('loanNotFound'),
  )
  expect((await elsewhere.call(parsePathResourceCall, { query: { resource } })).code).toBe(
    codeOf('loanStatusInvalid'),
  )
})

test('attach-loan: once, by who knows what the applicant said; then the profile follows the answers', async () => {
  const otherCustomer = api.client()
  const { resource, loanNo } = await beginApplication(otherCustomer, { ssn: '521-44-8888' })
  const client = await customer()
  const link = await client.ask(parsePathResourceCall, { query: { resource } })
  expect(link.needs).toBe('identity')
  const identity = { ...IDENTITY, ssnLast4: '8888' }
  const attach = (who: typeof client, body: typeof identity) =>
    who.call(attachLoanCall, { body: { resource, ...body } })
  expect((await attach(client, IDENTITY)).code).toBe(codeOf('identityNotMatched'))
  expect(await attach(client, identity)).toMatchObject({
    code: 1,
    data: { loanNo, next: `/application/${resource}` },
  })
  expect((await attach(await customer(), identity)).code).toBe(codeOf('attachNotPossible'))
  const info = await client.ask(getPersonalInfoCall, {})
  expect(info).toMatchObject({ ssnMasked: '***-**-8888', homeFlag: 2 })
  expect(info.contacts.find(({ key }) => key === 'cellPhone')).toMatchObject({
    value: '3025550147',
    verified: false,
  })
})

test('attach-loan: five wrong answers lock the link, also for the right one; an open application refuses', async () => {
  const { resource } = await beginApplication(api.client())
  const client = await customer()
  const attach = (ssnLast4: string) =>
    client.call(attachLoanCall, { body: { resource, ...IDENTITY, ssnLast4 } })
  const codes = []
  for (let attempt = 0; attempt < 5; attempt += 1) codes.push((await attach('0001')).code)
  expect(codes).toEqual([...Array<number>(4).fill(codeOf('identityNotMatched')), codeOf('identityLocked')])
  expect((await attach('9999')).code).toBe(codeOf('identityLocked'))
  const second = await beginApplication(api.client(), { ssn: '521-44-7777' })
  const busy = await customer()
  await beginApplication(busy, { ssn: '521-44-7777' })
  const body = { resource: second.resource, ...IDENTITY, ssnLast4: '7777' }
  expect((await busy.call(attachLoanCall, { body })).code).toBe(codeOf('applicationAlreadyOpen'))
})

test('domain.md §3: identity/authenticate opens the same application on another device', async () => {
  const { resource, applicationNo } = await beginApplication(api.client())
  const device = api.client()
  const { session } = await device.ask(authenticateIdentityCall, { body: { resource, ...IDENTITY } })
  device.session = session
  expect((await device.ask(listSectionCall, { query: { resource } })).applicationNo).toBe(applicationNo)
})

test('a withdrawn application frees its customer; its link and its sections are over', async () => {
  const client = await customer()
  const { loanNo, resource, applicationNo } = await beginApplication(client)
  const withdrawn = await client.ask(withdrawApplicationCall, { body: { loanNo, reason: 'changed my mind' } })
  expect(withdrawn).toEqual({ loanNo, loanStatus: LoanStatus.withdrawn, homeFlag: 1 })
  expect((await client.call(withdrawApplicationCall, { body: { loanNo } })).code).toBe(
    codeOf('loanStatusInvalid'),
  )
  expect((await client.call(parsePathResourceCall, { query: { resource } })).code).toBe(
    codeOf('loanStatusInvalid'),
  )
  const save = { externalKey: applicationNo, changed: { city: 'Dover' }, version: 1 }
  expect((await client.call(updateFormCall, { params: { code: 'personal' }, body: save })).code).toBe(
    codeOf('sectionNotEditable'),
  )
  api.clock.advance(1_000)
  const prefilled = await client.ask(readFormCall, { params: { code: 'personal' }, query: {} })
  expect(prefilled).toMatchObject({
    externalKey: null,
    version: 0,
    values: { city: 'Wilmington' },
    masked: { ssn: '***-**-9999' },
  })
  const body = { externalKey: null, changed: { city: 'Dover' }, version: 0 }
  const again = await client.ask(createFormCall, { params: { code: 'personal' }, body })
  expect(again).toMatchObject({ version: 1, values: { city: 'Dover', firstName: 'Jordan' } })
})

test('a link of 30 days and one second opens nothing (domain.md §3)', async () => {
  const { resource } = await beginApplication(api.client())
  api.clock.advance(30 * DAY_MS - 1_000)
  expect((await api.client().call(parsePathResourceCall, { query: { resource } })).code).toBe(1)
  api.clock.advance(1_000)
  expect((await api.client().call(parsePathResourceCall, { query: { resource } })).code).toBe(
    codeOf('loanStatusInvalid'),
  )
})
