import { beginStaffSignInCall, readStaffSessionCall, staffSignInCall } from '@dolphin/contract/staff'
import type { CallInputOf } from '@dolphin/contract/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'

type Assertion = CallInputOf<typeof staffSignInCall>['body']['response']

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('someone of the demonstration signs in at the desk, and signs by the passkey of this server', async () => {
  await api
    .client()
    .atDesk()
    .demonstrate({ name: 'Uma Underwriter', roles: ['underwriter'] })
  const desk = api.client().atDesk()
  const who = { employeeId: 'uma-underwriter' }
  expect(await desk.develop('/dev/staff/sign-in', who)).toMatchObject({ ...who, name: 'Uma Underwriter' })
  expect(await desk.ask(readStaffSessionCall, {})).toMatchObject({ ...who, kind: 'desk' })
  const other = api.client().atDesk()
  const { challengeId, options } = await other.ask(beginStaffSignInCall, { body: {} })
  const { response } = await other.develop<{ response: Assertion }>('/dev/staff/passkey', {
    ...who,
    options,
  })
  expect(await other.ask(staffSignInCall, { body: { challengeId, response } })).toMatchObject(who)
})

test('neither address answers for someone unknown, at a portfolio’s host or to a page of another site', async () => {
  const unknown = { employeeId: 'no-one' }
  await expect(api.client().atDesk().develop('/dev/staff/sign-in', unknown)).rejects.toThrow('404')
  await expect(api.client().develop('/dev/staff/sign-in', unknown)).rejects.toThrow('404')
  for (const [url, body] of [
    ['/dev/staff/sign-in', unknown],
    ['/dev/staff/passkey', { ...unknown, options: {} }],
  ] as const) {
    const answer = await api.app.inject({
      method: 'POST',
      url,
      headers: {
        host: 'desk.localhost:8080',
        origin: 'http://evil.example',
        'content-type': 'application/json',
      },
      payload: JSON.stringify(body),
    })
    expect(answer.statusCode).toBe(403)
  }
})
