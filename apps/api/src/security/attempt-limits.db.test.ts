import { sendCreateAccountEmailCall, sendForgotPasswordEmailCall } from '@dolphin/contract/identity'
import { signInCall } from '@dolphin/contract/identity-sessions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { DAY_MS, HOUR_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer, PASSWORD } from '../testing/customers.ts'
import { LIMITS } from './limits.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** How many of `times` are let through, from addresses in turn. */
async function letThrough(times: number, addressOf: (turn: number) => string): Promise<number> {
  const { limits, database, clock } = api.deps
  let granted = 0
  for (let turn = 0; turn < times; turn += 1)
    if ((await limits.take(database.db, 'recordsProofs', addressOf(turn), clock.now())) === undefined)
      granted += 1
  return granted
}

test('the addresses of one IPv6 /64 share an allowance, and those of a /48 ten (design/security.md T24)', async () => {
  const { allowance } = LIMITS.recordsProofs
  const own = Number(allowance)
  expect(await letThrough(own * 3, (turn) => `2001:db8:1:1::${(turn + 1).toString(16)}`)).toBe(own)
  // The flood took no more of the site than its own: nine neighbors have all of theirs, and the tenth nothing.
  const subnet = (turn: number) => Math.floor(turn / own) + 2
  expect(await letThrough(own * 9, (turn) => `2001:db8:1:${subnet(turn).toString(16)}::1`)).toBe(own * 9)
  expect(await letThrough(1, () => '2001:db8:1:ffff::1')).toBe(0)
  expect(await letThrough(1, () => '2001:db8:2:1::1')).toBe(1)
})

test('an IPv4 address in IPv6 notation is the IPv4 address (design/security.md T24)', async () => {
  const own = Number(LIMITS.recordsProofs.allowance)
  const written = ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:0207'] as const
  expect(await letThrough(own * 3, (turn) => written[turn % 3] ?? '')).toBe(own)
  expect(await letThrough(1, () => '192.0.2.8')).toBe(1)
})

test('a clock that is set back keeps no owner waiting: what ends later than the longest delay is not believed', async () => {
  const email = 'clock-set-back@example.com'
  await createCustomer(api, { email })
  const attempt = (password: string) =>
    api.client().call(signInCall, {
      body: { portfolioId: 118, account: email, password, device: { remember: false } },
    })
  const today = api.clock.now()
  api.clock.advance(13 * DAY_MS)
  for (let guess = 0; guess < 6; guess += 1) await attempt('Wrong-Horse-9')
  expect((await attempt(PASSWORD)).code).toBe(RESPONSE_CODES.signInThrottled.code)
  api.clock.set(today)
  expect((await attempt(PASSWORD)).code).toBe(1)
})

test('an address gets four mails with links in an hour, and the refusal of a fifth tells nothing of an account (design/security.md T3)', async () => {
  await createCustomer(api, { email: 'has-account@example.com' })
  api.clock.advance(DAY_MS)
  const answersFor = async (email: string) => {
    const answers = []
    for (let turn = 0; turn < 6; turn += 1) {
      const body = { portfolioId: 118, email, createAccountType: CreateAccountType.home }
      const { status, code, data } =
        turn % 2 === 0
          ? await api.client().call(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
          : await api.client().call(sendCreateAccountEmailCall, { body })
      answers.push({ status, code, data: { ...data, requestId: '' } })
    }
    return answers
  }
  const known = await answersFor('has-account@example.com')
  const before = (await api.mailsTo('has-account@example.com')).length
  const { tooManyMails } = RESPONSE_CODES
  expect(known.map(({ code }) => code)).toEqual([1, 1, 1, 1, tooManyMails.code, tooManyMails.code])
  expect(await answersFor('has-none@example.com')).toEqual(known)
  api.clock.advance(HOUR_MS)
  await answersFor('has-account@example.com')
  expect((await api.mailsTo('has-account@example.com')).length - before).toBe(4)
})
