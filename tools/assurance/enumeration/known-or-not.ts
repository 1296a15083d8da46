import { type Call, routePath } from '@dolphin/contract/call'
import { sendCreateAccountEmailCall, sendForgotPasswordEmailCall } from '@dolphin/contract/identity'
import { signInCall } from '@dolphin/contract/identity-sessions'
import type { TestApi } from '@dolphin/api/testing/api-fixture'

/** Calls that any caller may send with any address, and what is sent. Source: design/security.md T3. */
export const ASKED_OF_ANYBODY = [
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

/** The whole answer as bytes, but for what differs by nature: date, request id, nonce and counters of limits. */
export async function answerOf({ app }: Pick<TestApi, 'app'>, call: Call, body: unknown) {
  const begunAt = performance.now()
  const answer = await app.inject({
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
  const ms = performance.now() - begunAt
  const {
    date: _date,
    'x-request-id': _id,
    'x-ratelimit-remaining': _left,
    'x-ratelimit-reset': _reset,
    ...headers
  } = answer.headers
  const text = answer.body.replace(/"requestId":"[^"]*"/, '"requestId":""')
  return { ms, bytes: { status: answer.statusCode, headers, text, length: text.length } }
}
