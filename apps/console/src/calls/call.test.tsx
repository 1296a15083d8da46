import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls, NO_ANSWER, refusal } from '../testing/answer-calls.ts'
import { call, whenSignedOut } from './call.ts'
import { failureText, REFUSAL_CODES } from './failure-text.ts'
import { GOES_ON_CODE } from './repeated-acts.ts'

afterEach(() => whenSignedOut(() => undefined))

const suspend = { body: { employeeId: 'ada', change: 'suspend', note: 'Left the office' } } as const

test('an act keeps its key until its outcome is known, so that a second try is the same act', async () => {
  let tries = 0
  const sent = answerCalls({
    changeEmployee: () => {
      tries += 1
      return tries === 1 ? NO_ANSWER : refusal('lastAdministrator')
    },
  })
  expect(await call('changeEmployee', suspend)).toEqual({ ok: false, failure: { kind: 'network' } })
  await call('changeEmployee', suspend)
  await call('changeEmployee', suspend)
  const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('an act that goes on is asked for again with its key, until what it came to is known', async () => {
  let tries = 0
  const sent = answerCalls({
    changeEmployee: () => {
      tries += 1
      return tries < 4
        ? refusal('idempotencyInProgress', { retryAfterSeconds: 0 })
        : refusal('lastAdministrator')
    },
  })
  const result = await call('changeEmployee', suspend)
  expect(result).toMatchObject({ failure: { code: RESPONSE_CODES.lastAdministrator.code } })
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(GOES_ON_CODE).toBe(RESPONSE_CODES.idempotencyInProgress.code)
})

test('an act that goes on for too long keeps its key', async () => {
  const sent = answerCalls({ changeEmployee: refusal('idempotencyInProgress', { retryAfterSeconds: 0 }) })
  expect(await call('changeEmployee', suspend)).toMatchObject({ failure: { code: GOES_ON_CODE } })
  await call('changeEmployee', suspend)
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a refusal carries the message of its code, and how long to wait where the server says so', async () => {
  answerCalls({ beginLettingIn: refusal('tooManyRequests', { retryAfterSeconds: 40 }) })
  const result = await call('beginLettingIn', { body: { code: '7F2KQ-0M9XT' } })
  expect(result.ok ? '' : failureText(result.failure)).toBe(
    'Too many requests. Please wait a moment and try again. (in 40 seconds)',
  )
})

test('a session that is over leads to sign-in; a refused sign-in does not', async () => {
  const leave = vi.fn()
  whenSignedOut(leave)
  answerCalls({
    readStaffSession: refusal('tokenOutdated'),
    staffPasswordSignIn: refusal('staffSignInRefused'),
  })
  await call('staffPasswordSignIn', { body: { email: 'a@b.example', password: 'x', code: '123456' } })
  expect(leave).not.toHaveBeenCalled()
  await call('readStaffSession', {})
  expect(leave).toHaveBeenCalledOnce()
})

test('the codes that pages know are those of the catalog', () => {
  for (const [name, code] of Object.entries(REFUSAL_CODES))
    expect(RESPONSE_CODES[name as keyof typeof REFUSAL_CODES].code, name).toBe(code)
})
