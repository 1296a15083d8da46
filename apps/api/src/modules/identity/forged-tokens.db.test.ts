import { getPersonalInfoCall, sendCreateAccountEmailCall } from '@dolphin/contract/identity'
import { findResource } from '@dolphin/database/applications/resource-repository'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, mailedToken } from '../../testing/customers.ts'
import { withEachBitFlipped } from '../../testing/flipped-bits.ts'
import { hashToken, newToken } from '../../security/secrets.ts'

const RANDOM_ONES = 10_000
const AT_ONCE = 50

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('design/security.md T8: a resource token with any bit flipped, and 10,000 random ones, stand for nothing', async () => {
  const email = 'genuine@example.com'
  await api
    .client()
    .ask(sendCreateAccountEmailCall, { body: { portfolioId: 118, email, createAccountType: 2 } })
  const genuine = await mailedToken(api, email)
  const { deps, database } = api
  const isKnown = async (token: string) =>
    (await findResource(database.db, deps.cipher, hashToken(token))) !== undefined
  const random = new SeededRandom(8)
  const randomTokens = Array.from({ length: RANDOM_ONES }, () => newToken(random))
  const forged = [...withEachBitFlipped(genuine), ...randomTokens]
  for (let from = 0; from < forged.length; from += AT_ONCE) {
    const known = await Promise.all(forged.slice(from, from + AT_ONCE).map(isKnown))
    expect(known).not.toContain(true)
  }
  expect(await isKnown(genuine)).toBe(true)
}, 300_000)

test('design/security.md T8: the server takes a session’s two headers as they were given and no other', async () => {
  const client = await createCustomer(api, { email: 'altered@example.com' })
  const { session } = client
  if (session === undefined) throw new Error('the customer is signed in')
  const { accessToken, userCredential } = session
  const codeWith = async (headers: Readonly<Record<string, string>>) =>
    (await client.call(getPersonalInfoCall, {}, { headers })).code
  // What a header cannot hold never arrives; the whole walk over the bits is user-credential.test.ts.
  const sendable = (text: string) => /^[\x21-\x7e]+$/.test(text)
  const altered = withEachBitFlipped(userCredential).filter((text, at) => at % 7 === 0 && sendable(text))
  expect(altered.length).toBeGreaterThan(200)
  const { credentialInvalid, tokenOutdated } = RESPONSE_CODES
  for (const text of altered) expect(await codeWith({ 'user-credential': text })).toBe(credentialInvalid.code)
  for (const text of withEachBitFlipped(accessToken).filter(sendable))
    expect(await codeWith({ 'access-token': text })).toBe(tokenOutdated.code)
  expect(await codeWith({})).toBe(1)
})
