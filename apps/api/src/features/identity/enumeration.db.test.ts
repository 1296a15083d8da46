import { changeAccountCall } from '@dolphin/contract/calls/operations/change-account'
import { sendCreateAccountEmailCall } from '@dolphin/contract/calls/identity/send-create-account-email'
import { sendForgotPasswordEmailCall } from '@dolphin/contract/calls/identity/send-forgot-password-email'
import { signInCall } from '@dolphin/contract/calls/identity/sign-in'
import { type Call, routePath } from '@dolphin/contract/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

/** The whole answer as bytes, but for what differs by nature: date, request id, nonce and counters of limits. */
async function answerOf(call: Call, body: unknown) {
  const answer = await api.app.inject({
    method: 'POST',
    url: `/fssapi${routePath(call)}`,
    headers: {
      host: 'localhost:8080',
      origin: 'http://localhost:8080',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(call.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
    },
    payload: JSON.stringify(body),
  })
  const {
    date: _date,
    'x-request-id': _id,
    'x-ratelimit-remaining': _left,
    'x-ratelimit-reset': _reset,
    ...headers
  } = answer.headers
  const text = answer.body.replace(/"requestId":"[^"]*"/, '"requestId":""')
  return { status: answer.statusCode, headers, text, length: text.length }
}

const CALLS = [
  [
    'sign-in',
    signInCall,
    (account: string) => ({ account, password: 'Wrong-Horse-9', device: { remember: false } }),
  ],
  [
    'send-create-account-email',
    sendCreateAccountEmailCall,
    (email: string) => ({ email, createAccountType: 2 }),
  ],
  ['send-forgot-password-email', sendForgotPasswordEmailCall, (email: string) => ({ email })],
] as const

test.each(CALLS)(
  '%s answers a stranger, a customer, a frozen and a closed account with the same bytes (security.md T3)',
  async (name, call, body) => {
    const employee = await signInEmployee(api)
    const address = (who: string) => `${who}-${name}@example.com`
    for (const who of ['known', 'frozen', 'closed']) await createCustomer(api, { email: address(who) })
    for (const [who, change] of [
      ['frozen', 'freeze'],
      ['closed', 'deactivate'],
    ] as const) {
      await employee.ask(changeAccountCall, {
        body: { portfolioId: 118, account: address(who), change, note: '' },
      })
    }
    const stranger = await answerOf(call, { portfolioId: 118, ...body(address('nobody')) })
    expect(stranger.text).not.toContain('accountStatus')
    for (const who of ['known', 'frozen', 'closed']) {
      expect(await answerOf(call, { portfolioId: 118, ...body(address(who)) }), who).toEqual(stranger)
    }
  },
)
