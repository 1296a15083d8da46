import { signInCall } from '@dolphin/contract/identity-sessions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, PASSWORD } from '../../testing/customers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: 'true', RATE_LIMIT_PER_MINUTE: '1000' } })
})
afterAll(() => api.close())

const HOSTILE = 300
const HONEST = 5

const signInFrom = (address: string, account: string, password: string) =>
  api
    .client()
    .call(
      signInCall,
      { body: { portfolioId: 118, account, password, device: { remember: false } } },
      { headers: { 'x-forwarded-for': address } },
    )

test.each([
  ['one network', () => '198.18.0.1', true],
  ['as many networks', (turn: number) => `198.18.${1 + Math.floor(turn / 256)}.${turn % 256}`, false],
  ['one IPv6 /64', (turn: number) => `2001:db8:1:1::${turn.toString(16)}`, true],
] as const)(
  'with 300 hostile sign-ins of %s in flight each honest one is answered (design/security.md T1, T24)',
  async (name, addressOf, isOverItsShare) => {
    const emails = Array.from(
      { length: HONEST },
      (_, at) => `honest-${at}-${name.replaceAll(/\W/g, '-')}@example.com`,
    )
    for (const email of emails) await createCustomer(api, { email })
    const hostile = Array.from({ length: HOSTILE }, (_, turn) =>
      signInFrom(addressOf(turn), `victim-${turn}@example.com`, 'Wrong-Horse-9'),
    )
    const honest = emails.map((email, at) => signInFrom(`192.0.2.${at + 1}`, email, PASSWORD))
    expect((await Promise.all(honest)).map(({ code }) => code)).toEqual(emails.map(() => 1))
    const answers = await Promise.all(hostile)
    const { accountInformationInvalid, tooManyRequests } = RESPONSE_CODES
    const refused = answers.filter(({ code }) => code !== accountInformationInvalid.code)
    expect(refused.length > 0).toBe(isOverItsShare)
    for (const { status, code, data } of refused) {
      expect([status, code]).toEqual([429, tooManyRequests.code])
      expect(data).toHaveProperty('retryAfterSeconds')
    }
  },
  60_000,
)
