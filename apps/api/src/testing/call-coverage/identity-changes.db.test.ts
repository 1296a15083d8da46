import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { ANSWERS, beginApplication } from '../applications.ts'
import { createCustomer, mailedToken, PASSWORD } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import type { TestClient } from '../test-client.ts'
import { asking, proveChanges } from './prove-changes.ts'
import { signInByMail, startSignIn } from './sign-in-by-mail.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const portfolioId = 118
const NEW_PASSWORD = 'Correct-Horse-8'
const name = { firstName: 'Robin', middleName: '', lastName: 'Sample' }

async function accountLink(email: string, createAccountType: 1 | 2 = 2): Promise<string> {
  await api.client().ask(CALLS.sendCreateAccountEmail, { body: { portfolioId, email, createAccountType } })
  return mailedToken(api, email)
}

async function resetLink(email: string): Promise<string> {
  await api.client().ask(CALLS.sendForgotPasswordEmail, { body: { portfolioId, email } })
  return mailedToken(api, email)
}

async function accountBody(resource: string) {
  const { consents } = await api.client().ask(CALLS.parseLinkResource, { query: { resource } })
  return {
    resource,
    password: PASSWORD,
    name,
    consents: consents.map(({ kind, version, required }) => ({ kind, version, given: required })),
  }
}

/** What a mail to this address is about: the only thing that tells, since the answer is always the same. */
const mailAfter = (ask: ReturnType<typeof asking>, email: string) => async () => {
  const { code } = await ask()
  return { code, data: (await api.mailsTo(email))[0]?.kind }
}

test('an account changes what its mails, its link and another account for the address get', async () => {
  const email = 'link1@example.com'
  const resource = await accountLink(email)
  const body = await accountBody(resource)
  const second = await accountBody(await accountLink(email))
  const ask = { portfolioId, email, createAccountType: 2 } as const
  await proveChanges(api, () => api.client().ask(CALLS.createAccount, { body: second }), {
    parseLinkResource: asking(api.client(), 'parseLinkResource', { query: { resource } }),
    recordsProof: asking(api.client(), 'recordsProof', { query: { resource } }),
    sendCreateAccountEmail: mailAfter(asking(api.client(), 'sendCreateAccountEmail', { body: ask }), email),
    sendForgotPasswordEmail: mailAfter(
      asking(api.client(), 'sendForgotPasswordEmail', { body: { portfolioId, email } }),
      email,
    ),
  })
  const guidance = await accountBody(await accountLink('link2@example.com', 1))
  await proveChanges(api, () => Promise.resolve(), {
    createAccount: {
      before: asking(api.client(), 'createAccount', { body }),
      after: asking(api.client(), 'createAccount', { body: guidance }),
    },
  })
})

test('sign-in asks no code of a remembered device, and its home flag follows the application', async () => {
  const email = 'signin1@example.com'
  const owner = await createCustomer(api, { email })
  const client = api.client()
  const body = { portfolioId, account: email, password: PASSWORD, device: { remember: true } }
  const proveDevice = async () => {
    const { sessionId, code } = await startSignIn(api, client, email)
    await client.ask(CALLS.verifyLoginCode, { body: { sessionId, code, rememberDevice: true } })
  }
  await proveChanges(api, proveDevice, { signIn: asking(client, 'signIn', { body }) })
  const homeFlagAtSignIn = async () => {
    const { homeFlag } = await signInByMail(api, api.client(), email)
    return { code: 1, data: homeFlag }
  }
  await proveChanges(api, () => beginApplication(owner, { ssn: '521-48-1001', email }), {
    verifyLoginCode: homeFlagAtSignIn,
  })
})

test('a code that was used up cannot be sent again', async () => {
  const email = 'signin2@example.com'
  await createCustomer(api, { email })
  const client = api.client()
  const { sessionId, code } = await startSignIn(api, client, email)
  api.clock.advance(60_000)
  const verify = () => client.ask(CALLS.verifyLoginCode, { body: { sessionId, code, rememberDevice: false } })
  const other = await startSignIn(api, api.client(), email)
  await proveChanges(api, verify, {
    resendVerificationCode: {
      before: asking(client, 'resendVerificationCode', { body: { sessionId: other.sessionId } }),
      after: asking(client, 'resendVerificationCode', { body: { sessionId } }),
    },
  })
})

test('the password that counts is the newest, whichever call set it', async () => {
  const email = 'password1@example.com'
  const client = await createCustomer(api, { email })
  const resource = await resetLink(email)
  const reset = async () => {
    await api.client().ask(CALLS.resetPassword, { body: { resource, password: NEW_PASSWORD } })
    client.session = await signInByMail(api, client, email, NEW_PASSWORD)
  }
  await proveChanges(api, reset, {
    authenticator: asking(client, 'authenticator', { body: { step: 'start', password: PASSWORD } }),
    endSession: asking(client, 'endSession', { body: { which: 'others', currentPassword: NEW_PASSWORD } }),
    changePassword: asking(client, 'changePassword', {
      body: { currentPassword: NEW_PASSWORD, newPassword: 'Correct-Horse-9' },
    }),
  })
})

test('an account that is held takes no new password', async () => {
  const [first, second] = ['reset1@example.com', 'reset2@example.com']
  await createCustomer(api, { email: first })
  await createCustomer(api, { email: second })
  const links = [await resetLink(first), await resetLink(second)] as const
  const freeze = () =>
    employee.ask(CALLS.changeAccount, {
      body: { portfolioId, account: second, change: 'freeze', note: 'Odd sign-ins' },
    })
  await proveChanges(api, freeze, {
    resetPassword: {
      before: asking(api.client(), 'resetPassword', { body: { resource: links[0], password: NEW_PASSWORD } }),
      after: asking(api.client(), 'resetPassword', { body: { resource: links[1], password: NEW_PASSWORD } }),
    },
  })
})

test('a frozen customer is on the black list, and may be held or let go once', async () => {
  const email = 'frozen1@example.com'
  const client = await createCustomer(api, { email })
  const guest = api.client()
  await beginApplication(client, { ssn: '521-48-1002', email })
  await beginApplication(guest, { ssn: '521-48-1002', email: 'frozen2@example.com' })
  const freeze = { portfolioId, account: email, change: 'freeze', note: 'Odd sign-ins' } as const
  await proveChanges(api, () => employee.ask(CALLS.changeAccount, { body: freeze }), {
    checkBlackList: asking(guest, 'checkBlackList', {}),
  })
})

test('an account can be held once it is made', async () => {
  const email = 'frozen3@example.com'
  const body = await accountBody(await accountLink(email))
  await proveChanges(api, () => api.client().ask(CALLS.createAccount, { body }), {
    changeAccount: asking(employee, 'changeAccount', {
      body: { portfolioId, account: email, change: 'freeze', note: 'Odd sign-ins' },
    }),
  })
})

test('signing out everywhere ends what other browsers could do', async () => {
  const email = 'everywhere@example.com'
  const here = await createCustomer(api, { email })
  const there = api.client()
  there.session = await signInByMail(api, there, email)
  const third = api.client()
  third.session = await signInByMail(api, third, email)
  await proveChanges(api, () => here.ask(CALLS.signOut, { body: { everywhere: true } }), {
    extendSession: asking(there, 'extendSession', { body: {} }),
  })
  const fresh = api.client()
  fresh.session = await signInByMail(api, fresh, email)
  const other = api.client()
  other.session = await signInByMail(api, other, email)
  await proveChanges(api, () => Promise.resolve(), {
    signOut: {
      before: asking(fresh, 'signOut', { body: { everywhere: false } }),
      after: asking(third, 'signOut', { body: { everywhere: false } }),
    },
  })
})

test('where one is signed in grows with each sign-in', async () => {
  const email = 'places@example.com'
  const here = await createCustomer(api, { email })
  await proveChanges(api, () => signInByMail(api, api.client(), email), {
    listSession: asking(here, 'listSession', {}),
  })
})

test('codes go to the contacts that the application named; the newest code counts', async () => {
  const email = 'contact1@example.com'
  const client = await createCustomer(api, { email })
  const cellPhone = { contactType: 2 } as const
  const begin = () =>
    beginApplication(client, { ssn: '521-48-1003', email, cellPhone: ANSWERS.personal.cellPhone })
  await proveChanges(api, begin, { sendContactCode: asking(client, 'sendContactCode', { body: cellPhone }) })
  const texted = async () => {
    const mails = await api.mailsTo('3025550147')
    return /\b(\d{6})\b/.exec(mails[0]?.content.text ?? '')?.[1] ?? ''
  }
  const code = await texted()
  const verify = asking(client, 'verifyContact', { body: { ...cellPhone, code } })
  const another = await createCustomer(api, { email: 'contact2@example.com' })
  await proveChanges(api, () => Promise.resolve(another), {
    verifyContact: {
      before: asking(another, 'verifyContact', { body: { ...cellPhone, code } }),
      after: verify,
    },
  })
})

test('what is agreed to is read back, and the next save answers it too', async () => {
  const client = await createCustomer(api, { email: 'consent1@example.com' })
  const other = await createCustomer(api, { email: 'consent2@example.com' })
  const { consents } = await client.ask(CALLS.checkConsentStatus, {})
  const marketing = consents.find(({ kind }) => kind === 'marketingCallsAndTexts')
  const electronic = consents.find(({ kind }) => kind === 'electronicRecords')
  const body = (one: typeof marketing) => ({
    consents: [{ kind: one?.kind ?? 'marketingCallsAndTexts', version: one?.version ?? 1, given: true }],
  })
  await proveChanges(api, () => client.ask(CALLS.batchSaveConsentStatus, { body: body(marketing) }), {
    checkConsentStatus: asking(client, 'checkConsentStatus', {}),
    batchSaveConsentStatus: {
      before: asking(other, 'batchSaveConsentStatus', { body: body(electronic) }),
      after: asking(client, 'batchSaveConsentStatus', { body: body(electronic) }),
    },
  })
})
