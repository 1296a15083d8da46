import {
  assistantGetBankInfoCall,
  availableDateCall,
  countdownSameDayCall,
  getDomainValueCall,
  getHolidayCall,
  getNextBusinessDayCall,
} from '@dolphin/contract/reference-data'
import { getPortfolioByDomainCall, getPortfolioProgramCall } from '@dolphin/contract/portfolios'
import {
  batchSaveConsentStatusCall,
  checkConsentStatusCall,
  getConsentTemplateCall,
} from '@dolphin/contract/consents'
import { recordBusinessDataCall, saveBehaviorRecordCall } from '@dolphin/contract/tracking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

test('the page domain decides the portfolio; localhost is 118 (product.md §9)', async () => {
  const client = api.client()
  const ask = (domain: string) => client.ask(getPortfolioByDomainCall, { query: { domain } })
  expect((await ask('localhost')).portfolioId).toBe(118)
  expect((await ask('110.localhost:8080')).portfolioId).toBe(110)
  expect((await client.call(getPortfolioByDomainCall, { query: { domain: 'x.example.com' } })).code).toBe(
    -95010002,
  )
})

test('products carry money with two places and rates in per cent (contract.md)', async () => {
  const { products } = await api.client().ask(getPortfolioProgramCall, { query: { portfolioId: '118' } })
  expect(products[0]).toMatchObject({
    minimumAmount: '200.00',
    maximumAmount: '1000.00',
    annualRate: '260.00',
  })
})

test('calendar calls follow the Federal Reserve: a Saturday holiday closes nothing (calendars)', async () => {
  const client = api.client()
  const next = await client.ask(getNextBusinessDayCall, { query: { date: '2026-05-22' } })
  expect(next.date).toBe('2026-05-26')
  const holidays = await client.ask(getHolidayCall, { query: { years: '2026' } })
  expect(holidays.map(({ holidayTimeStr }) => holidayTimeStr)).toContain('2026-11-26')
  expect(holidays.map(({ holidayTimeStr }) => holidayTimeStr)).not.toContain('2026-07-03')
})

test('cut-off and dates to pick follow the portfolio (domain.md §9)', async () => {
  const query = { portfolioId: '118' }
  const countdown = await api.client().ask(countdownSameDayCall, { query })
  expect(countdown.sameDay).toBe(true)
  expect(countdown.secondsLeft).toBeGreaterThan(0)
  const dates = await api
    .client()
    .ask(availableDateCall, { query: { portfolioId: '118', kind: 'disbursement' } })
  expect(dates.dates[0]).toBe(dates.defaultDate)
})

test('an unknown routing number is an answer, a wrong check digit too (contract.md)', async () => {
  const look = (rn: string) => api.client().ask(assistantGetBankInfoCall, { query: { rn } })
  expect(await look('119005718')).toMatchObject({ valid: true, known: true, state: 'TX' })
  expect(await look('123456780'), 'of the sandbox bank link').toMatchObject({ known: true })
  expect(await look('322271627')).toMatchObject({ valid: true, known: false, bankName: null })
  expect(await look('123456789')).toMatchObject({ valid: false, known: false })
})

test('forms and vocabularies carry an ETag and answer 304 to it (contract.md)', async () => {
  const url = '/fssapi/dolphin-config/get-form?code=personal,bank'
  const get = (path: string, tag?: string) =>
    api.app.inject({
      method: 'GET',
      url: path,
      headers: { host: 'localhost', ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    })
  const first = await get(url)
  const { data } = first.json<{ data: { forms: Record<string, unknown> } }>()
  expect(Object.keys(data.forms).toSorted()).toEqual(['bank', 'personal'])
  const tag = String(first.headers.etag)
  // Named alone, weakened by a proxy that compressed, or among others (RFC 9110, 13.1.2).
  for (const named of [tag, `W/${tag}`, `"other", W/${tag}`, '*']) {
    const again = await get(url, named)
    expect([named, again.statusCode, again.body]).toEqual([named, 304, ''])
    expect(again.headers.etag).toBe(tag)
  }
  expect((await get(url, '"other"')).body).toBe(first.body)
  const turned = await get('/fssapi/dolphin-config/get-form?code=bank,personal,bank')
  expect([turned.headers.etag, turned.body]).toEqual([tag, first.body])
  const elsewhere = await get(`${url}&portfolioId=110`)
  expect(elsewhere.headers.etag).toBeDefined()
  expect((await get('/fssapi/dolphin-config/get-form?code=personal,nope')).statusCode).toBe(404)
  const states = await api.client().ask(getDomainValueCall, { query: { code: ['usState'] } })
  expect(states.values['usState']).toHaveLength(52)
  const spanish = api.client()
  spanish.language = 'es'
  const status = await spanish.ask(getDomainValueCall, { query: { code: ['loanStatus', 'changeType'] } })
  expect(status.values['loanStatus']?.[0]).toEqual({ value: '101', label: 'En inicio' })
  expect(status.values['changeType']).toHaveLength(26)
})

test('consents are saved all or none, and the overview says what holds (contract.md)', async () => {
  const client = await createCustomer(api, { email: 'consents@example.com' })
  const before = await client.ask(checkConsentStatusCall, {})
  expect(before.complete).toBe(true)
  const { templates } = await client.ask(getConsentTemplateCall, { query: { portfolioId: '118' } })
  const military = templates.find(({ kind }) => kind === 'militarySelfIdentification')
  if (military === undefined) throw new Error('118 asks for military status')
  expect(military.label).toMatch(/^self-identification for purposes of the/)
  const answer = { kind: military.kind, version: military.version, given: true }
  const stale = { kind: 'marketingCallsAndTexts', version: 999, given: true } as const
  const refused = await client.call(batchSaveConsentStatusCall, { body: { consents: [answer, stale] } })
  expect(refused.code).toBe(-79050012)
  expect((await client.ask(checkConsentStatusCall, {})).militarySelfIdentified).toBe(false)
  const after = await client.ask(batchSaveConsentStatusCall, { body: { consents: [answer] } })
  expect(after.militarySelfIdentified).toBe(true)
})

test('tracking takes events in batches, and business data only from a session (contract.md)', async () => {
  const record = {
    source: 'account',
    event: 'page',
    route: '/sign-in',
    name: '/sign-in',
    value: null,
    at: '2026-03-03T10:00:00-05:00',
  } as const
  const client = await createCustomer(api, { email: 'tracked@example.com' })
  expect(await client.ask(saveBehaviorRecordCall, { body: { records: [record] } })).toEqual({ accepted: 1 })
  await client.ask(recordBusinessDataCall, { body: { event: 'planCompared', payload: { plans: 2 } } })
  const otherCustomer = await api
    .client()
    .call(recordBusinessDataCall, { body: { event: 'planSeen', payload: {} } })
  expect(otherCustomer.code).toBe(-82030001)
})
