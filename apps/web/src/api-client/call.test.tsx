import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, setGatewayPrefix } from './call.ts'
import { setReactionTarget } from './reactions.ts'
import { serverClock } from '../time/server-clock.ts'
import { isSignedIn, storeTokens } from './session.ts'

const navigate = vi.fn()
const rememberReturn = vi.fn()
const body = { portfolioId: 118, email: 'ada@example.com' }

const answer = (status: number, code: number, data: unknown = { message: 'm', requestId: 'r' }) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ status, code, data }))),
  )

const sentKeys = () =>
  vi.mocked(fetch).mock.calls.map(([, request]) => new Headers(request?.headers).get('Idempotency-Key'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  navigate.mockClear()
  rememberReturn.mockClear()
  setGatewayPrefix('/fssapi')
  setReactionTarget({ navigate, rememberReturn })
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
})
afterEach(() => vi.unstubAllGlobals())

describe('the shared client (product.md §7)', () => {
  test('success returns the data, and the headers identify the signed-in user', async () => {
    answer(200, 1, { complete: true })
    const result = await call('checkConsentStatus', {})
    expect(result).toEqual({ ok: true, value: { complete: true } })
    const [path, request] = vi.mocked(fetch).mock.calls[0] ?? []
    expect(path).toBe('/fssapi/dolphin-loan/online/check-consent-status')
    expect(new Headers(request?.headers).get('Access-Token')).toBe('a')
    expect(new Headers(request?.headers).get('User-Credential')).toBe('u')
  })

  test('pages learn from any answer what day it is at the lender', async () => {
    const date = 'Fri, 25 Dec 2099 12:00:00 GMT'
    const headers = { date }
    vi.stubGlobal(
      'fetch',
      vi.fn(
        async () => new Response(JSON.stringify({ status: 422, code: -95010001, data: {} }), { headers }),
      ),
    )
    await call('checkConsentStatus', {})
    expect(Math.abs(serverClock.now().getTime() - Date.parse(date))).toBeLessThan(60_000)
  })

  test('any other code returns the whole envelope', async () => {
    answer(422, -95010001)
    const result = await call('checkConsentStatus', {})
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 422, code: -95010001, data: { message: 'm', requestId: 'r' } },
    })
    expect(navigate).not.toHaveBeenCalled()
  })

  test('no response is its own failure', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('down'))),
    )
    expect(await call('checkConsentStatus', {})).toEqual({ ok: false, failure: { kind: 'network' } })
  })
})

describe('reactions (product.md §8)', () => {
  test('-92020043 replaces the route with /notification/302', async () => {
    answer(409, -92020043)
    await call('checkConsentStatus', {})
    expect(navigate).toHaveBeenCalledWith('/notification/302', { replace: true })
    expect(isSignedIn()).toBe(true)
  })

  test.each([-82030001, -82030002])(
    '%i replaces the route with /sign-in and remembers where to return',
    async (code) => {
      answer(401, code)
      await call('checkConsentStatus', {})
      expect(navigate).toHaveBeenCalledWith('/sign-in', { replace: true })
      expect(rememberReturn).toHaveBeenCalledOnce()
      expect(isSignedIn()).toBe(false)
    },
  )
})

describe('idempotency (contract.md)', () => {
  test('a retry after an unknown outcome is the same act', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('down'))),
    )
    await call('sendForgotPasswordEmail', { body })
    await call('sendForgotPasswordEmail', { body })
    const [first, second] = sentKeys()
    expect(first).toBe(second)
  })

  test('after a known outcome the same again is a new act, and another body is another act', async () => {
    answer(200, 1, { sent: true })
    await call('sendForgotPasswordEmail', { body })
    await call('sendForgotPasswordEmail', { body })
    await call('sendForgotPasswordEmail', { body: { ...body, email: 'grace@example.com' } })
    expect(new Set(sentKeys()).size).toBe(3)
  })
})
