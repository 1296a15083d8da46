import {
  changePasswordCall,
  createAccountCall,
  parseLinkResourceCall,
  resetPasswordCall,
  sendCreateAccountEmailCall,
  sendForgotPasswordEmailCall,
} from '@dolphin/contract/identity'
import { authenticatorCall } from '@dolphin/contract/identity-sessions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { createCustomer, mailedToken, PASSWORD } from '../../testing/customers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const { passwordRefused, linkNoLongerValid } = RESPONSE_CODES
const MESSAGE = 'Password is easy to guess from your name or ours, choose another one.'
const MENSAJE = 'La contraseña es fácil de adivinar por su nombre o el nuestro, elija otra.'

const refusedAt = (elementKey: string, message = MESSAGE) => ({
  status: 422,
  code: passwordRefused.code,
  data: { errors: [{ elementKey, message }] },
})

/** Somebody with a link to make an account, and what is left of it. */
async function atTheLink(email: string, portfolioId = 118) {
  const client = api.client(portfolioId)
  await client.ask(sendCreateAccountEmailCall, { body: { portfolioId, email, createAccountType: 2 } })
  const resource = await mailedToken(api, email)
  const link = await client.ask(parseLinkResourceCall, { query: { resource } })
  const consents = link.consents.map(({ kind, version }) => ({ kind, version, given: true }))
  const name = { firstName: 'Avery', middleName: '', lastName: 'Testwell' }
  const choose = (password: string, resourceGiven = resource) =>
    client.call(createAccountCall, { body: { resource: resourceGiven, password, name, consents } })
  return { client, choose }
}

test.each([
  ['Tidewater-2026', 'the brand'],
  ['T1dewater-Installment-7', 'the whole brand'],
  ['InstallmentLoan1', 'the product'],
  ['AveryTestwell7', 'the name'],
  ['Quiet.Heron.42', 'the address the link went to'],
])('%s is refused when an account is made: %s (ASVS 6.1.2, 6.2.11)', async (password, what) => {
  const { choose } = await atTheLink(`quiet.heron+${what.length}@example.com`)
  expect(await choose(password)).toMatchObject(refusedAt('password'))
  expect((await choose(PASSWORD)).code).toBe(1)
})

test('each portfolio refuses its own words, and the reader’s language says so', async () => {
  const { client, choose } = await atTheLink('elsewhere@example.com', 110)
  client.language = 'es'
  expect(await choose('Redstone-Advance-9')).toMatchObject(refusedAt('password', MENSAJE))
  expect((await choose('Tidewater-2026')).code).toBe(1)
})

test('a caller without the link does not learn whose address it went to (design/security.md T3)', async () => {
  const { choose } = await atTheLink('silent.otter@example.com')
  expect((await choose('Silent-Otter-9', 'x'.repeat(43))).code).toBe(linkNoLongerValid.code)
})

test('a change looks at the home as well, once it is known (NIST SP 800-63B-4, 3.1.1.2)', async () => {
  const email = 'known.plover@example.com'
  const client = await createCustomer(api, { email })
  await fillApplication(client)
  const change = (newPassword: string) =>
    client.call(changePasswordCall, { body: { currentPassword: PASSWORD, newPassword } })
  for (const guess of ['Jordan-Sample-7', 'Known.Plover.7', 'Elm-Street-Wilmington-7', 'Tidewater-7-7'])
    expect(await change(guess)).toMatchObject(refusedAt('newPassword'))
})

test('a reset knows whose password it is, as far as its link does', async () => {
  const email = 'reset.plover@example.com'
  const client = await createCustomer(api, { email })
  await client.ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  const resource = await mailedToken(api, email)
  const reset = (password: string) => api.client().call(resetPasswordCall, { body: { resource, password } })
  for (const guess of ['Jordan-Sample-7', 'Reset.Plover.7'])
    expect(await reset(guess)).toMatchObject(refusedAt('password'))
  expect((await reset('Another-Horse-8')).code).toBe(1)
})

test('a refused new password is no guess at the current one, however often (design/security.md T2)', async () => {
  const client = await createCustomer(api, { email: 'picky.heron@example.com' })
  const choose = (currentPassword: string, newPassword: string) =>
    client.call(changePasswordCall, { body: { currentPassword, newPassword } })
  for (let time = 0; time < 8; time += 1)
    expect((await choose(PASSWORD, 'Tidewater-2026')).code).toBe(passwordRefused.code)
  expect((await choose('Wrong-Horse-9', 'Rainy-Heron-77')).code).toBe(
    RESPONSE_CODES.currentPasswordWrong.code,
  )
  expect((await choose(PASSWORD, 'Rainy-Heron-77')).code).toBe(1)
})

test('a wrong code of the app beside the right password is no guess at the password either', async () => {
  const client = await createCustomer(api, { email: 'wrong.code@example.com' })
  const body = { step: 'remove', password: PASSWORD, code: '000000' } as const
  for (let time = 0; time < 8; time += 1) await client.call(authenticatorCall, { body })
  const choice = { currentPassword: PASSWORD, newPassword: 'Rainy-Heron-77' }
  expect((await client.call(changePasswordCall, { body: choice })).code).toBe(1)
})
