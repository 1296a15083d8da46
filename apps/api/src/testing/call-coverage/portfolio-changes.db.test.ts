import { DAY_MS } from '@dolphin/domain/time/durations'
import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { beginApplication } from '../applications.ts'
import { createCustomer } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { applyForLoan, askAmount, planLoan } from '../offers.ts'
import type { TestClient } from '../test-client.ts'
import { publishEdit } from '../versions.ts'
import { withColleague } from '../confirmations.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

type Content = Record<string, unknown>
const query = { portfolioId: 118 } as const
const BRAND = { kind: 'portfolio', key: 'portfolio' } as const
/** As data/portfolios/118/portfolio.json has it. */
const shippedVersion = 6

async function publish(item: Parameters<typeof publishEdit>[1], edit: (content: Content) => Content) {
  const answer = await publishEdit(employee, item, edit)
  expect(answer.code, JSON.stringify(answer)).toBe(1)
}

test('what a brand looks like, where it stands and when it sends follows its published data', async () => {
  const client = api.client()
  const signedIn = await createCustomer(api, { email: 'brand@example.com' })
  const edit = (content: Content): Content => ({
    ...content,
    timeZone: 'America/Denver',
    theme: { ...(content['theme'] as Content), primaryColor: '#123456' },
    cutOff: { sameDay: '07:00', batch: '07:30' },
    ibvFallbacks: ['statementUpload'],
  })
  await proveChanges(api, () => publish(BRAND, edit), {
    getPortfolio: asking(client, 'getPortfolio', { query: {} }),
    assistantGetPortfolio: asking(client, 'assistantGetPortfolio', { query }),
    getPortfolioByDomain: asking(client, 'getPortfolioByDomain', { query: { domain: 'localhost' } }),
    listPortfolio: asking(client, 'listPortfolio', {}),
    configDateFormat: asking(client, 'configDateFormat', {}),
    assistantDateFormat: asking(client, 'assistantDateFormat', {}),
    countdownSameDay: asking(client, 'countdownSameDay', { query }),
    getDefaultDisbursementDate: asking(client, 'getDefaultDisbursementDate', { query }),
    availableDate: asking(client, 'availableDate', { query: { ...query, kind: 'disbursement' } }),
    getProvider: asking(signedIn, 'getProvider', { query }),
    listVersion: asking(employee, 'listVersion', { query }),
    publishVersion: asking(employee, 'publishVersion', {
      body: {
        ...query,
        ...BRAND,
        baseVersion: shippedVersion,
        content: { ...(await shippedBrand()), pastDueGraceDays: 4 },
        note: 'Again',
        mode: 'check',
      },
    }),
  })
})

async function shippedBrand(): Promise<Content> {
  const { detail } = await employee.ask(CALLS.listVersion, {
    query: { ...query, ...BRAND, version: shippedVersion },
  })
  return detail?.content as Content
}

test('forms, texts and products follow their published versions', async () => {
  const client = api.client()
  await proveChanges(
    api,
    () =>
      publish({ kind: 'form', key: 'question' }, (content) => ({
        ...content,
        title: 'A few questions more',
      })),
    { getForm: asking(client, 'getForm', { query: { code: 'question' } }) },
  )
})

test('a link tells its portfolio as long as it holds', async () => {
  const { resource } = await beginApplication(api.client(), {
    ssn: '521-49-1001',
    email: 'domain@example.com',
  })
  const start = api.clock.now()
  const monthLater = () => Promise.resolve(api.clock.advance(31 * DAY_MS))
  await proveChanges(api, monthLater, {
    getPortfolioId: asking(api.client(), 'getPortfolioId', { body: { resource } }),
    getHoliday: {
      before: asking(api.client(), 'getHoliday', { query: {} }),
      after: async () => {
        api.clock.advance(330 * DAY_MS)
        return api.client().call(CALLS.getHoliday, { query: {} })
      },
    },
  })
  api.clock.set(start)
})

test('the bank calendar follows the closings that were added', async () => {
  const add = (date: string, name: string) => asking(employee, 'addHoliday', { body: { date, name } })
  const close = async () => {
    const body = { date: '2027-04-21', name: 'National Day of Mourning' }
    return await withColleague(employee, await employee.call(CALLS.addHoliday, { body }))
  }
  await proveChanges(api, close, {
    getHoliday: asking(api.client(), 'getHoliday', { query: { years: '2027' } }),
    getNextBusinessDay: asking(api.client(), 'getNextBusinessDay', { query: { date: '2027-04-20' } }),
    addHoliday: {
      before: add('2027-04-22', 'Another name'),
      after: add('2027-04-21', 'Another name'),
    },
  })
})

test('what is computed from the request alone follows the request', async () => {
  const client = api.client()
  const nothing = () => Promise.resolve()
  await proveChanges(api, nothing, {
    getDomainValue: {
      before: asking(client, 'getDomainValue', { query: { code: 'usState' } }),
      after: asking(client, 'getDomainValue', { query: { code: 'jobType' } }),
    },
    getFutureDate: {
      before: asking(client, 'getFutureDate', { query: { date: '2026-03-03', days: 3 } }),
      after: asking(client, 'getFutureDate', { query: { date: '2026-03-03', days: 4 } }),
    },
    getNextBusinessDay: {
      before: asking(client, 'getNextBusinessDay', { query: { date: '2026-03-06' } }),
      after: asking(client, 'getNextBusinessDay', { query: { date: '2026-05-22' } }),
    },
    assistantGetBankInfo: {
      before: asking(client, 'assistantGetBankInfo', { query: { rn: '123456780' } }),
      after: asking(client, 'assistantGetBankInfo', { query: { rn: '123456789' } }),
    },
  })
  const secondLater = () => Promise.resolve(api.clock.advance(1_000))
  await proveChanges(api, secondLater, { readClock: asking(employee, 'readClock', { query: {} }) })
})

test('decisions can be replayed, tried with another policy and explained once they are made', async () => {
  const loan = await applyForLoan(api)
  const { loanNo } = loan
  const { detail } = await employee.ask(CALLS.listVersion, {
    query: { ...query, kind: 'policy', key: 'policy', version: 3 },
  })
  const policy = detail?.content as Content
  await proveChanges(api, () => askAmount(loan), {
    replayDecision: asking(employee, 'replayDecision', { query: { portfolioId: 118 } }),
    dryRunPolicy: asking(employee, 'dryRunPolicy', { body: { ...query, policy } }),
    explainDecision: asking(employee, 'explainDecision', { params: { id: loanNo } }),
  })
  expect((await planLoan(api)).loanNo).not.toBe(loanNo)
})
