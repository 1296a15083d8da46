import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api-client/call.ts'
import { isCustomer, storedChannelId } from '../api-client/session.ts'
import { enterMirror } from './mirror.ts'

const kept = { local: window.localStorage, session: window.sessionStorage }

beforeEach(() => {
  kept.local.clear()
  enterMirror('M1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  Object.defineProperty(window, 'localStorage', { configurable: true, value: kept.local })
  Object.defineProperty(window, 'sessionStorage', { configurable: true, value: kept.session })
})

test('the pages stand as for their customer, without a channel', () => {
  expect(isCustomer()).toBe(true)
  expect(storedChannelId()).toBeUndefined()
})

test('every call names the view, and nothing of it is left in the browser', async () => {
  const sent: Headers[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn((_path: string, { headers }: { headers: Headers }) => {
      sent.push(headers)
      return Promise.resolve(new Response(JSON.stringify({ status: 200, code: 1, data: null })))
    }),
  )
  await call('listMessage', { query: {} })
  await call('sendMessage', { body: { text: 'Hello' } })
  expect(sent.map((headers) => [headers.get('access-token'), headers.get('user-credential')])).toEqual([
    ['M1', 'mirror'],
    ['M1', 'mirror'],
  ])
  expect(kept.local.length).toBe(0)
  expect(Object.keys(kept.session).filter((key) => key.startsWith('dolphin.'))).toEqual([])
})
