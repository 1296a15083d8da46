import { signInCall } from '@dolphin/contract/identity-sessions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLoanLookups } from './loan-lookups.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, PASSWORD } from '../../testing/customers.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { createPasswordHasher } from '../../security/password-hasher.ts'
import { signIn } from './sign-in-service.ts'

const ATTEMPTS = 10_000
const AT_ONCE = 20
const SECOND = 1_000
const MOST_VERIFIED = 100

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The service of the sign-in call with the real hasher, and how often that was asked. */
function countedSignIn() {
  const { deps, sessions } = api
  const hasher = createPasswordHasher(deps.keys.known('password pepper'), deps.random, 2)
  let verified = 0
  const identityDeps: IdentityDeps = {
    ...deps,
    sessions,
    passwords: {
      ...hasher,
      verify(...asked) {
        verified += 1
        return hasher.verify(...asked)
      },
    },
    commonPasswords: new Set(),
    lookups: createLoanLookups(deps),
  }
  return { identityDeps, verified: () => verified }
}

/** Each guess from another machine, as stuffing comes. */
const addressOf = (attempt: number): string => `198.18.${Math.floor(attempt / 256) % 256}.${attempt % 256}`

test('design/security.md T1: of 10,000 wrong passwords for one account, twenty at once every twenty seconds, at most 100 are looked at, and the owner signs in within 15 minutes', async () => {
  const email = 'target@example.com'
  await createCustomer(api, { email })
  const { identityDeps, verified } = countedSignIn()
  const reported = new Map<string, number>()
  const guess = async (attempt: number) => {
    const answer = await signIn(identityDeps, {
      portfolioId: 118,
      account: email,
      password: `Wrong-Horse-${attempt}`,
      deviceToken: undefined,
      userAgent: 'a machine that guesses',
      baseUrl: 'http://localhost:8080',
      browser: true,
      ip: addressOf(attempt),
      locale: 'en',
    })
    const name = answer.ok ? 'let in' : answer.error.name
    reported.set(name, (reported.get(name) ?? 0) + 1)
  }
  for (let made = 0; made < ATTEMPTS; made += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => guess(made + at)))
    api.clock.advance(AT_ONCE * SECOND)
  }
  expect([...reported.keys()].toSorted()).toEqual(['accountInformationInvalid', 'signInThrottled'])
  expect(reported.get('accountInformationInvalid')).toBe(verified())
  expect(verified()).toBeGreaterThan(4)
  expect(verified()).toBeLessThanOrEqual(MOST_VERIFIED)

  const body = { portfolioId: 118, account: email, password: PASSWORD, device: { remember: false } }
  const owner = api.client()
  const early = await owner.call(signInCall, { body })
  expect(early.code).toBe(RESPONSE_CODES.signInThrottled.code)
  const wait = 'retryAfterSeconds' in early.data ? (early.data.retryAfterSeconds ?? 0) : 0
  expect(wait).toBeLessThanOrEqual(15 * 60)
  api.clock.advance(wait * SECOND)
  expect((await owner.call(signInCall, { body })).code).toBe(1)
}, 300_000)
