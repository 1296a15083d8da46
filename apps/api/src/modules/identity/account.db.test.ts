import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import {
  changePasswordCall,
  createAccountCall,
  getPersonalInfoCall,
  parseLinkResourceCall,
  resetPasswordCall,
  sendCreateAccountEmailCall,
  sendForgotPasswordEmailCall,
} from '@dolphin/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, mailedToken, PASSWORD } from '../../testing/customers.ts'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const NAME = { firstName: 'Sam', middleName: '', lastName: 'Sample' }
const NEW_PASSWORD = 'Another-Horse-8'

async function aLink(email: string) {
  const client = api.client()
  await client.ask(sendCreateAccountEmailCall, { body: { portfolioId: 118, email, createAccountType: 2 } })
  const resource = await mailedToken(api, email)
  const link = await client.ask(parseLinkResourceCall, { query: { resource } })
  const consents = link.consents.map(({ kind, version }) => ({ kind, version, given: true }))
  return { client, resource, link, consents }
}

test('an account is made by the mailed link, with a verified email, and is signed in (domain.md §3)', async () => {
  const client = await createCustomer(api, { email: 'jordan@example.com' })
  const info = await client.ask(getPersonalInfoCall, {})
  expect(info.name.firstName).toBe('Jordan')
  expect(info.homeFlag).toBe(1)
  expect(info.contacts).toEqual([
    { contactType: 3, key: 'email', verifyKey: 'emailVerify', value: 'jordan@example.com', verified: true },
  ])
})

test('looking at a link three times does not use it up; using it does (design/security.md T2)', async () => {
  const { client, resource, consents, link } = await aLink('once@example.com')
  expect(link).toMatchObject({ valid: true, purpose: 'createAccount', maskedEmail: 'o•••@example.com' })
  for (let look = 0; look < 3; look += 1) await client.ask(parseLinkResourceCall, { query: { resource } })
  const body = { resource, password: PASSWORD, name: NAME, consents }
  await client.ask(createAccountCall, { body })
  expect((await client.call(createAccountCall, { body })).code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
  expect(await client.ask(parseLinkResourceCall, { query: { resource } })).toMatchObject({
    valid: false,
    fault: 'used',
  })
})

let links = 0

test.each([
  ['HTML', '<b>Sam</b>'],
  ['a line break', 'Sam\r\nBcc: other@example.com'],
  ['text that turns its direction', 'Sam\u202Eelpmas'],
  ['a hidden mark', 'Sam\u2066'],
  ['one blank', ' '],
  ['a web address', 'Prize.example.com'],
  ['a short one', 'bit.ly'],
  ['an address with its scheme', 'https://example.com'],
])(
  'no account is made under a name with %s; the refusal stands at its field (docs/security.md T13)',
  async (_, part) => {
    links += 1
    const { client, resource, consents } = await aLink(`name-${links}@example.com`)
    for (const field of ['firstName', 'middleName', 'lastName']) {
      const body = { resource, password: PASSWORD, name: { ...NAME, [field]: part }, consents }
      expect(await client.call(createAccountCall, { body })).toMatchObject({
        code: RESPONSE_CODES.invalidInput.code,
        data: { errors: expect.arrayContaining([expect.objectContaining({ elementKey: `name.${field}` })]) },
      })
    }
    expect(await client.ask(parseLinkResourceCall, { query: { resource } })).toMatchObject({ valid: true })
  },
)

test.each(['../../evil', 'a/b', '//evil.example', 'a?b', 'a#b', 'a b', '%2e%2e', 'a\r\nb'])(
  'no link is mailed for %j, which would lead elsewhere (docs/security.md T25)',
  async (resource) => {
    const body = { portfolioId: 118, email: 'elsewhere@example.com', createAccountType: 1, resource } as const
    expect(await api.client().call(sendCreateAccountEmailCall, { body })).toMatchObject({
      code: RESPONSE_CODES.invalidInput.code,
      data: { errors: [{ elementKey: 'resource' }] },
    })
    expect(await api.mailsTo('elsewhere@example.com')).toEqual([])
  },
)

test('a link of another portfolio, an unknown one and one after 72 hours open nothing (design/security.md T2, T6)', async () => {
  const { client, resource, consents } = await aLink('late@example.com')
  const body = { resource, password: PASSWORD, name: NAME, consents }
  const elsewhere = api.client(110)
  expect((await elsewhere.ask(parseLinkResourceCall, { query: { resource } })).fault).toBe('otherPortfolio')
  expect((await elsewhere.call(createAccountCall, { body })).code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
  const unknown = { ...body, resource: 'x'.repeat(43) }
  expect((await client.call(createAccountCall, { body: unknown })).code).toBe(
    RESPONSE_CODES.linkNoLongerValid.code,
  )
  api.clock.advance(72 * HOUR_MS)
  expect((await client.ask(parseLinkResourceCall, { query: { resource } })).fault).toBe('expired')
  expect((await client.call(createAccountCall, { body })).code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
})

test('an existing account gets a mail that says so; the request answers the same (design/security.md T3)', async () => {
  await createCustomer(api, { email: 'known@example.com' })
  const ask = (email: string) =>
    api.client().ask(sendCreateAccountEmailCall, { body: { portfolioId: 118, email, createAccountType: 2 } })
  expect(await ask('known@example.com')).toEqual(await ask('stranger@example.com'))
  const [mail] = await api.mailsTo('known@example.com')
  expect(mail?.kind).toBe('accountExists')
})

test('a second link of an address that has an account by now says duplicate -2 to its holder (contract.md)', async () => {
  const first = await aLink('twice@example.com')
  const second = await aLink('twice@example.com')
  await first.client.ask(createAccountCall, {
    body: { resource: first.resource, password: PASSWORD, name: NAME, consents: first.consents },
  })
  const view = await second.client.ask(parseLinkResourceCall, { query: { resource: second.resource } })
  expect(view).toMatchObject({ valid: false, fault: 'duplicate', accountStatus: AccountStatus.duplicate })
  const answer = await second.client.call(createAccountCall, {
    body: { resource: second.resource, password: PASSWORD, name: NAME, consents: second.consents },
  })
  expect(answer.code).toBe(RESPONSE_CODES.accountDuplicate.code)
})

test.each([
  ['short1A', 'Password should be 8 or more characters.'],
  ['lowercase-only-1', 'Password has Upper & Lowercase letters.'],
  ['No-Digits-Here', 'Password should be at least one number.'],
  ['Aaaa-1111-bbb', 'Password has too many consecutive identical characters.'],
  ['Password123!', 'Password is too common, choose another one.'],
])(
  'the password %s is refused at its field (product.md §5; design/security.md D1)',
  async (password, message) => {
    const { client, resource, consents } = await aLink(`pw-${password.length}-${password[0]}@example.com`)
    const answer = await client.call(createAccountCall, {
      body: { resource, password, name: NAME, consents },
    })
    expect(answer).toMatchObject({ status: 422, code: RESPONSE_CODES.passwordRefused.code })
    expect(answer.data).toMatchObject({
      errors: expect.arrayContaining([{ elementKey: 'password', message }]),
    })
  },
)

test('a missing required consent and an outdated one make no account (contract.md)', async () => {
  const { client, resource, consents } = await aLink('consent@example.com')
  const body = { resource, password: PASSWORD, name: NAME }
  const without = await client.call(createAccountCall, { body: { ...body, consents: [] } })
  expect(without.code).toBe(RESPONSE_CODES.consentRequired.code)
  const old = consents.map((consent) => ({ ...consent, version: consent.version + 1 }))
  const outdated = await client.call(createAccountCall, { body: { ...body, consents: old } })
  expect(outdated.code).toBe(RESPONSE_CODES.consentOutdated.code)
  await client.ask(createAccountCall, { body: { ...body, consents } })
})

test('the same intent twice makes one account and answers alike; another body is refused (contract.md)', async () => {
  const { client, resource, consents } = await aLink('intent@example.com')
  const idempotencyKey = '11111111-2222-4333-8444-555555555555'
  const body = { resource, password: PASSWORD, name: NAME, consents }
  const [first, second] = await Promise.all([
    client.call(createAccountCall, { body }, { idempotencyKey }),
    client.call(createAccountCall, { body }, { idempotencyKey }),
  ])
  expect(first.code).toBe(1)
  expect(second).toEqual(first)
  const other = await client.call(
    createAccountCall,
    { body: { ...body, password: NEW_PASSWORD } },
    { idempotencyKey },
  )
  expect(other.code).toBe(RESPONSE_CODES.idempotencyKeyReused.code)
  const none = await client.call(createAccountCall, { body }, { idempotencyKey: null })
  expect(none.code).toBe(RESPONSE_CODES.idempotencyKeyMissing.code)
})

test('a reset link sets the password once, within 30 minutes, and ends every session (domain.md §3)', async () => {
  const client = await createCustomer(api, { email: 'reset@example.com' })
  const otherCustomer = api.client()
  await otherCustomer.ask(sendForgotPasswordEmailCall, {
    body: { portfolioId: 118, email: 'reset@example.com' },
  })
  const resource = await mailedToken(api, 'reset@example.com')
  await otherCustomer.ask(resetPasswordCall, { body: { resource, password: NEW_PASSWORD } })
  expect((await client.call(getPersonalInfoCall, {})).code).toBe(RESPONSE_CODES.tokenOutdated.code)
  const again = await otherCustomer.call(resetPasswordCall, { body: { resource, password: PASSWORD } })
  expect(again.code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
  const [mail] = await api.mailsTo('reset@example.com')
  expect(mail?.kind).toBe('passwordChanged')
  await otherCustomer.ask(sendForgotPasswordEmailCall, {
    body: { portfolioId: 118, email: 'reset@example.com' },
  })
  const late = await mailedToken(api, 'reset@example.com')
  api.clock.advance(30 * MINUTE_MS)
  const tooLate = await otherCustomer.call(resetPasswordCall, {
    body: { resource: late, password: PASSWORD },
  })
  expect(tooLate.code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
})

test('a reset link makes no account and an account link resets nothing (design/security.md T2, other purpose)', async () => {
  await createCustomer(api, { email: 'purpose@example.com' })
  await api
    .client()
    .ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email: 'purpose@example.com' } })
  const reset = await mailedToken(api, 'purpose@example.com')
  const { client, resource, consents } = await aLink('purpose-2@example.com')
  const create = await client.call(createAccountCall, {
    body: { resource: reset, password: PASSWORD, name: NAME, consents },
  })
  expect(create.code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
  const wrong = await client.call(resetPasswordCall, { body: { resource, password: NEW_PASSWORD } })
  expect(wrong.code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
})

test('changing the password needs the current one and keeps this session only (contract.md)', async () => {
  const client = await createCustomer(api, { email: 'change@example.com' })
  const wrong = await client.call(changePasswordCall, {
    body: { currentPassword: 'Wrong-Horse-9', newPassword: NEW_PASSWORD },
  })
  expect(wrong.code).toBe(RESPONSE_CODES.currentPasswordWrong.code)
  await client.ask(changePasswordCall, { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
  expect((await client.call(getPersonalInfoCall, {})).code).toBe(1)
})
