import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { getPersonalInfoCall, sendContactCodeCall, verifyContactCall } from '@dolphin/contract/identity'
import {
  resendVerificationCodeCall,
  signInCall,
  signOutCall,
  verifyLoginCodeCall,
} from '@dolphin/contract/identity-sessions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { CONTACT_KEYS, ContactType, OptInFlag } from '@dolphin/domain/identity/codes'
import { SmsFailure, type TextMessage } from '@dolphin/integrations/sms/sms-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { createCustomer, mailedCode, PASSWORD } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
const texted: TextMessage[] = []
/** Phones whose owner replied STOP. */
const stopped = new Set<string>()

beforeAll(async () => {
  api = await startTestApi({
    sms: {
      send(message) {
        if (stopped.has(message.to)) return Promise.reject(new SmsFailure(true, 'optedOut', 21_610))
        texted.push(message)
        return Promise.resolve(undefined)
      },
    },
  })
})

afterAll(() => api.close())

type Customer = Awaited<ReturnType<typeof createCustomer>>

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const keep = (customer: Customer, contactType: ContactType, value: string) =>
  saveContact(
    api.database.db,
    api.deps.cipher,
    { portfolioId: customer.portfolioId, openId: customer.openId },
    { contact: { contactType, value, verified: false }, at: api.clock.now() },
  )
const isVerified = async (client: TestClient, contactType: ContactType) =>
  (await client.ask(getPersonalInfoCall, {})).contacts.find((one) => one.contactType === contactType)
    ?.verified

const signIn = (client: TestClient, account: string) =>
  client.ask(signInCall, {
    body: { portfolioId: client.portfolioId, account, password: PASSWORD, device: { remember: false } },
  })

test.each([
  [ContactType.homePhone, '3025550141', '(•••) •••-0141'],
  [ContactType.cellPhone, '3025550142', '(•••) •••-0142'],
  [ContactType.email, 'all-five@example.com', 'a•••@example.com'],
  [ContactType.alternativePhone, '3025550144', '(•••) •••-0144'],
  [ContactType.alternativeEmail, 'other@example.com', 'o•••@example.com'],
])(
  'contact type %i turns verified by the code sent to it, and by nothing else (domain.md §3)',
  async (contactType, value, masked) => {
    const email = contactType === ContactType.email ? value : `type-${contactType}@example.com`
    const client = await createCustomer(api, { email })
    // The address of the account came verified by its link; it can be proved again all the same.
    if (contactType !== ContactType.email) await keep(client, contactType, value)
    expect(await isVerified(client, contactType)).toBe(contactType === ContactType.email)
    const sent = await client.ask(sendContactCodeCall, { body: { contactType } })
    expect(sent.maskedAddress).toBe(masked)
    const code = await mailedCode(api, value)
    const wrong = await client.call(verifyContactCall, { body: { contactType, code: another(code) } })
    expect(wrong.code).toBe(RESPONSE_CODES.contactCodeInvalid.code)
    const elsewhere = await client.call(verifyContactCall, {
      body: { contactType: contactType === 1 ? 2 : 1, code },
    })
    expect(elsewhere.code).toBe(RESPONSE_CODES.contactCodeInvalid.code)
    await client.ask(verifyContactCall, { body: { contactType, code } })
    expect(await isVerified(client, contactType)).toBe(true)
    const again = await client.call(verifyContactCall, { body: { contactType, code } })
    expect(again.code).toBe(RESPONSE_CODES.contactCodeInvalid.code)
    expect(CONTACT_KEYS[contactType].verifyKey).toMatch(/Verify$/)
  },
)

test('a text names the brand, the time it holds, help and how to opt out (47 CFR 64.1200)', async () => {
  const client = await createCustomer(api, { email: 'words@example.com' })
  await keep(client, ContactType.cellPhone, '3025550149')
  await client.ask(sendContactCodeCall, { body: { contactType: ContactType.cellPhone } })
  await api.runJobs()
  const message = texted.find(({ to }) => to === '3025550149')
  const { lender } = api.deps.portfolios.byId(118)?.portfolio ?? {}
  expect(message?.text).toMatch(/^.+: \d{6} is your code to verify this phone, good for 10 minutes\./)
  expect(message?.text.startsWith(`${lender?.brandName}:`)).toBe(true)
  expect(message?.text).toContain('Reply STOP to opt out.')
})

test('a code proves the address it went to, not the one that took its place (domain.md §3)', async () => {
  const client = await createCustomer(api, { email: 'moved@example.com' })
  await keep(client, ContactType.cellPhone, '3025550150')
  await client.ask(sendContactCodeCall, { body: { contactType: ContactType.cellPhone } })
  const code = await mailedCode(api, '3025550150')
  await keep(client, ContactType.cellPhone, '3025550151')
  const answer = await client.call(verifyContactCall, { body: { contactType: ContactType.cellPhone, code } })
  expect(answer.code).toBe(RESPONSE_CODES.contactCodeInvalid.code)
  expect(await isVerified(client, ContactType.cellPhone)).toBe(false)
})

test('five wrong codes or ten minutes end a contact code; three are sent in ten minutes (design/security.md T4)', async () => {
  const client = await createCustomer(api, { email: 'tries@example.com' })
  const contactType = ContactType.email
  await client.ask(sendContactCodeCall, { body: { contactType } })
  const code = await mailedCode(api, 'tries@example.com')
  for (let tries = 0; tries < 5; tries += 1) {
    await client.call(verifyContactCall, { body: { contactType, code: another(code) } })
  }
  const locked = await client.call(verifyContactCall, { body: { contactType, code } })
  expect(locked.code).toBe(RESPONSE_CODES.contactCodeInvalid.code)
  for (let sent = 1; sent < 3; sent += 1) await client.ask(sendContactCodeCall, { body: { contactType } })
  const fourth = await client.call(sendContactCodeCall, { body: { contactType } })
  expect(fourth).toMatchObject({ status: 429, code: RESPONSE_CODES.tooManyRequests.code })
  const newest = await mailedCode(api, 'tries@example.com')
  api.clock.advance(10 * MINUTE_MS)
  const late = await client.call(verifyContactCall, { body: { contactType, code: newest } })
  expect(late.code).toBe(RESPONSE_CODES.contactCodeInvalid.code)
})

test('do-not-call and uncontactable keep texts away, mail goes on (domain.md §11)', async () => {
  const client = await createCustomer(api, { email: 'quiet@example.com' })
  await keep(client, ContactType.cellPhone, '3025550152')
  for (const flag of [OptInFlag.doNotCall, OptInFlag.uncontactable]) {
    await setOptInFlags(api.database.db, client, flag, api.clock.now())
    const refused = await client.call(sendContactCodeCall, { body: { contactType: ContactType.cellPhone } })
    expect(refused.code).toBe(RESPONSE_CODES.contactOptedOut.code)
  }
  await client.ask(sendContactCodeCall, { body: { contactType: ContactType.email } })
})

test('the sign-in code is texted to a verified cell phone; after STOP it goes by mail (domain.md §12)', async () => {
  const email = 'phone@example.com'
  const client = await createCustomer(api, { email })
  await keep(client, ContactType.cellPhone, '3025550153')
  expect(await signIn(api.client(), email)).toMatchObject({ codeBy: 'mail' })
  await client.ask(sendContactCodeCall, { body: { contactType: ContactType.cellPhone } })
  const code = await mailedCode(api, '3025550153')
  await client.ask(verifyContactCall, { body: { contactType: ContactType.cellPhone, code } })
  const tablet = api.client()
  const step = await signIn(tablet, email)
  expect(step).toMatchObject({ codeBy: 'sms', maskedAddress: '(•••) •••-0153' })
  const body = { sessionId: step.sessionId, code: await mailedCode(api, '3025550153'), rememberDevice: false }
  tablet.session = await tablet.ask(verifyLoginCodeCall, { body })
  expect((await tablet.ask(getPersonalInfoCall, {})).openId).toBe(client.openId)

  stopped.add('3025550153')
  const phone = api.client()
  const lost = await signIn(phone, email)
  expect(lost).toMatchObject({ codeBy: 'sms' })
  await api.runJobs()
  expect((await client.ask(getPersonalInfoCall, {})).optInFlags & OptInFlag.doNotCall).toBe(
    OptInFlag.doNotCall,
  )
  await phone.ask(resendVerificationCodeCall, { body: { sessionId: lost.sessionId } })
  const mailed = { sessionId: lost.sessionId, code: await mailedCode(api, email), rememberDevice: false }
  phone.session = await phone.ask(verifyLoginCodeCall, { body: mailed })
})

test('a contact that is not there, a limited session and a stranger get no code', async () => {
  const client = await createCustomer(api, { email: 'none@example.com' })
  const contactType = ContactType.alternativePhone
  const missing = await client.call(sendContactCodeCall, { body: { contactType } })
  expect(missing.code).toBe(RESPONSE_CODES.contactNotVerifiable.code)
  const applicant = api.client()
  await beginApplication(applicant)
  const limited = await applicant.call(sendContactCodeCall, { body: { contactType: ContactType.email } })
  expect(limited.code).toBe(RESPONSE_CODES.contactNotVerifiable.code)
  const verify = { contactType: ContactType.email, code: '123456' }
  expect((await applicant.call(verifyContactCall, { body: verify })).code).toBe(
    RESPONSE_CODES.contactCodeInvalid.code,
  )
  const otherCustomer = await api.client().call(sendContactCodeCall, { body: { contactType } })
  expect(otherCustomer.code).toBe(RESPONSE_CODES.noIdentity.code)
  await client.ask(signOutCall, { body: { everywhere: false } })
})

test('a server that reaches no phone says so, and sends sign-in codes by mail', async () => {
  const silent = await startTestApi({ sms: null })
  try {
    const client = await createCustomer(silent, { email: 'no-phone@example.com' })
    const owner = { portfolioId: 118, openId: client.openId }
    const cell = { contactType: ContactType.cellPhone, value: '3025550154', verified: true }
    await saveContact(silent.database.db, silent.deps.cipher, owner, {
      contact: cell,
      at: silent.clock.now(),
    })
    const refused = await client.call(sendContactCodeCall, { body: { contactType: ContactType.cellPhone } })
    expect(refused.code).toBe(RESPONSE_CODES.textMessagesNotAvailable.code)
    expect(await signIn(silent.client(), 'no-phone@example.com')).toMatchObject({ codeBy: 'mail' })
  } finally {
    await silent.close()
  }
})
