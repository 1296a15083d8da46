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

test('a form that would write says that it cannot be sent here, once; one that only looks something up does not', async () => {
  document.body.innerHTML = `<form id="writes"><button type="submit">Send</button></form>
    <form id="looks" data-looks><button type="submit">See what changes</button></form>
    <form id="later"></form><button type="button">Menu</button>`
  const labelsOf = (id: string) => document.querySelectorAll(`#${id} > [data-view]`).length
  document.querySelector('#later')?.insertAdjacentHTML('beforeend', '<button type="submit">Save</button>')
  await vi.waitFor(() => expect(labelsOf('later')).toBe(1))
  expect([labelsOf('writes'), labelsOf('looks')]).toEqual([1, 0])
  expect(document.querySelector('#writes')?.textContent).toBe('SendIn a view you cannot do this.')
  document.body.append(document.createElement('p'))
  await vi.waitFor(() => expect(labelsOf('writes')).toBe(1))
  document.body.replaceChildren()
})
