import { recordBusinessDataCall, saveBehaviorRecordCall } from '@dolphin/contract/tracking'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { BUSINESS_EVENTS } from '@dolphin/domain/tracking/business-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_PER_MINUTE: '600', TRUST_PROXY: 'true' } })
})
afterAll(() => api.close())

const { invalidInput, payloadTooLarge, tooManyRequests } = RESPONSE_CODES

const report = (client: TestClient, body: object, headers = {}) =>
  client.call(recordBusinessDataCall, { body: body as never }, { headers })

const stored = async (): Promise<number> => {
  const rows = await api.database.executeSql('select count(*)::integer as count from business_events')
  return Number(JSON.stringify(rows).match(/"count":(\d+)/)?.[1])
}

/** Generated; of no one. */
const PERSONAL = [
  '521-44-9999',
  '521449999',
  521_449_999,
  '4000123412341234',
  4_000_123_412_341_234,
  'jo.sample@example.com',
  '302-555-0147',
  'Jordan Sample',
  '12 Elm Street',
  'a'.repeat(100),
] as const

test('a business event holds values of its lists and small counts: no key and no value can hold a person’s data (design/security.md T19)', async () => {
  const client = await createCustomer(api, { email: 'reports@example.com' })
  const before = await stored()
  for (const [event, keys] of Object.entries(BUSINESS_EVENTS)) {
    for (const value of PERSONAL) {
      for (const key of [...Object.keys(keys), 'note', value])
        expect(await report(client, { event, payload: { [key]: value } })).toMatchObject({
          status: 422,
          code: invalidInput.code,
        })
      api.clock.advance(60_000)
    }
  }
  for (const body of [
    { event: 'noteTaken', payload: {} },
    { event: 'jo.sample@example.com', payload: {} },
    { event: 'planSeen', payload: { plans: 1.5 } },
    { event: 'planSeen', payload: { plans: -1 } },
    { event: 'planSeen', payload: {}, note: '521-44-9999' },
  ])
    expect((await report(client, body)).code).toBe(invalidInput.code)
  expect(await stored()).toBe(before)
  api.clock.advance(60_000)
  expect((await report(client, { event: 'planSeen', payload: { plans: 3 } })).code).toBe(1)
  expect((await report(client, { event: 'helpOpened', payload: { page: '/home' } })).code).toBe(1)
  expect(await stored()).toBe(before + 2)
})

test('a report of more than 4 kB is refused before it is read (design/security.md T24)', async () => {
  const client = await createCustomer(api, { email: 'large-reports@example.com' })
  const body = { event: 'planSeen', payload: { note: 'x'.repeat(4_096) } }
  expect(await report(client, body)).toMatchObject({
    status: 413,
    code: payloadTooLarge.code,
    data: { message: 'This is too large. Send at most 4 KB.' },
  })
  client.language = 'es'
  expect(await report(client, body)).toMatchObject({
    data: { message: 'Es demasiado grande. Envíe 4 KB como máximo.' },
  })
  const at = api.clock.now().toISOString()
  const page = '/complete-information/:resource'
  const record = { source: 'application', event: 'page', route: page, name: page, value: null, at } as const
  const send = (count: number) =>
    client.call(saveBehaviorRecordCall, { body: { records: Array.from({ length: count }, () => record) } })
  expect((await send(20)).code).toBe(1)
  expect((await send(21)).code).toBe(invalidInput.code)
  expect((await send(40)).code).toBe(payloadTooLarge.code)
})

test('a session, and a network, report 60 business events a minute, with an account or without (design/security.md T24)', async () => {
  const client = api.client()
  await beginApplication(client, { ssn: '521-46-1001', email: 'flood@example.com' })
  const flood = async (times: number, addressOf: (turn: number) => string, who: TestClient) => {
    const codes = []
    for (let turn = 0; turn < times; turn += 1) {
      const headers = { 'x-forwarded-for': addressOf(turn) }
      codes.push((await report(who, { event: 'planSeen', payload: { plans: 1 } }, headers)).code)
    }
    return codes
  }
  api.clock.advance(60_000)
  const before = await stored()
  const ofSession = await flood(70, (turn) => `198.18.0.${turn}`, client)
  expect(ofSession.filter((code) => code === 1)).toHaveLength(60)
  expect(ofSession.at(-1)).toBe(tooManyRequests.code)
  const people = [
    await createCustomer(api, { email: 'neighbor-1@example.com' }),
    await createCustomer(api, { email: 'neighbor-2@example.com' }),
  ]
  api.clock.advance(60_000)
  const ofNetwork = []
  for (const person of people)
    ofNetwork.push(...(await flood(40, (turn) => `2001:db8:1:1::${turn.toString(16)}`, person)))
  expect(ofNetwork.filter((code) => code === 1)).toHaveLength(60)
  expect(await stored()).toBe(before + 120)
})

test.each(['1999-12-31T12:00:00Z', '2036-02-07T06:28:16Z'])(
  'a record that is not of the last day is left out, and the answer counts those that were taken (%s)',
  async (at) => {
    const page = '/complete-information/:resource'
    const record = { source: 'application', event: 'page', route: page, name: page, value: null } as const
    const now = api.clock.now()
    const count = async () =>
      (await api.database.executeSql('select count(*)::integer as count from behavior_records')).rows
    const [before] = (await count()) as { count: number }[]
    const earlier = new Date(now.getTime() - 60_000).toISOString()
    const send = (records: readonly { at: string }[]) =>
      api.client().ask(saveBehaviorRecordCall, {
        body: { records: records.map((one) => ({ ...record, ...one })) },
      })
    expect(await send([{ at }])).toEqual({ accepted: 0 })
    expect(await send([{ at }, { at: earlier }])).toEqual({ accepted: 1 })
    expect(await count()).toEqual([{ count: (before?.count ?? 0) + 1 }])
  },
)
