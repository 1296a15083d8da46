import { createRequestCodeCall } from '@dolphin/contract/verification'
import type { Envelope } from '@dolphin/contract/envelope'
import { ALL_CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { fillApplication } from '../testing/applications.ts'
import { createCustomer } from '../testing/customers.ts'
import type { TestClient } from '../testing/test-client.ts'

/** Every GET that product.md §7 writes without a query and anyone may call: the query that it stands for. */
const PUBLIC: Readonly<Record<string, (today: string, portfolioId: number) => Record<string, unknown>>> = {
  '/dolphin-loan/assistant/available-date': (_, portfolioId) => ({ portfolioId, kind: 'disbursement' }),
  '/dolphin-loan/assistant/get-default-disbursement-date': (_, portfolioId) => ({ portfolioId }),
  '/dolphin-loan/assistant/get-holiday': (today) => ({
    years: [today.slice(0, 4), String(Number(today.slice(0, 4)) + 1)].join(','),
  }),
  '/dolphin-loan/assistant/date-format': () => ({}),
  '/dolphin-loan/assistant/get-next-business-day': (date) => ({ date }),
  '/dolphin-loan/assistant/get-future-date': (date) => ({ date, days: 1 }),
  '/dolphin-loan/assistant/portfolio/get': (_, portfolioId) => ({ portfolioId }),
  '/dolphin-config/get-portfolio': (_, portfolioId) => ({ portfolioId }),
  '/dolphin-config/date-format': () => ({}),
  '/dolphin-config/list-portfolio': () => ({}),
  '/dolphin-config/get-consent-template': (_, portfolioId) => ({ portfolioId }),
  '/infrastructure/get-portfolio-program': (_, portfolioId) => ({ portfolioId }),
}

/** Those of a borrower: which loan, application or request it takes besides, and how it refuses without one. */
const OWN = {
  '/dolphin-loan/online/loan/get-personal-info': {},
  '/dolphin-loan/online/list-section': { by: 'applicationNo', none: 'notFound' },
  '/dolphin-loan/online/check-black-list': {},
  '/dolphin-loan/online/get-request-status': { by: 'requestCode', none: 'notFound' },
  '/dolphin-loan/online/get-request-details': { by: 'requestCode', none: 'notFound' },
  '/dolphin-loan/online/payment-detail': { by: 'loanNo', none: 'loanNotFound' },
  '/dolphin-loan/online/get-personal': { by: 'applicationNo', none: 'notFound' },
  '/dolphin-loan/online/check-consent-status': {},
  '/dolphin-loan/online/check-coupon': {},
  '/dolphin-loan/online/check-risk-info': { by: 'loanNo', none: 'loanNotFound' },
  '/dolphin-loan/list-disbursement-loan': {},
  '/dolphin-loan/list-repayment-loan': {},
} as const

let api: TestApi
let begun: TestClient
let keys: Readonly<Record<string, string>>
let fresh: TestClient

beforeAll(async () => {
  api = await startTestApi()
  const customer = await createCustomer(api, { email: 'no-query@example.com', portfolioId: 118 })
  const { applicationNo, loanNo } = await fillApplication(customer)
  const { requestCode } = await customer.ask(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
  begun = customer
  keys = { applicationNo, loanNo, requestCode }
  fresh = await createCustomer(api, { email: 'no-loan@example.com', portfolioId: 118 })
})
afterAll(() => api.close())

function get(client: TestClient, path: string, query: Record<string, unknown> = {}) {
  const call = ALL_CALLS.find((one) => one.method === 'GET' && one.path === path)
  if (call === undefined) throw new Error(`no call ${path}`)
  return client.call(call, { query })
}

const withoutRequestId = ({ data, ...rest }: Envelope<unknown>) => ({
  ...rest,
  data: { ...(data as object), requestId: undefined },
})

test.each(Object.keys(PUBLIC))(
  'product.md §7: %s without a query takes the host’s portfolio and today',
  async (path) => {
    for (const portfolioId of [118, 110]) {
      const client = api.client(portfolioId)
      const today = formatLocalDate(dateIn(api.clock.now(), NEW_YORK))
      const named = await get(client, path, PUBLIC[path]?.(today, portfolioId))
      expect(named.code, JSON.stringify(named)).toBe(1)
      expect(await get(client, path)).toEqual(named)
    }
  },
)

test('a reply that stands for today is not stored until tomorrow', async () => {
  const url = '/fssapi/dolphin-loan/assistant/get-next-business-day'
  const response = await api.app.inject({ url, headers: { host: 'localhost:8080' } })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).not.toContain('public')
})

test('product.md §3: an application names its requestId, the code that get-request-status takes', async () => {
  expect(await get(begun, '/dolphin-loan/online/list-section')).toMatchObject({
    data: { applicationNo: keys['applicationNo'], requestId: keys['requestCode'] },
  })
})

test.each(Object.entries(OWN))(
  'product.md §7: %s without a query takes the newest loan of the session',
  async (path, rule) => {
    const own = await get(begun, path)
    expect(own.status, JSON.stringify(own)).not.toBe(422)
    if (!('by' in rule)) return
    const named = await get(begun, path, { [rule.by]: keys[rule.by] })
    expect(withoutRequestId(own)).toEqual(withoutRequestId(named))
    expect(await get(fresh, path)).toMatchObject({ code: RESPONSE_CODES[rule.none].code })
  },
)
