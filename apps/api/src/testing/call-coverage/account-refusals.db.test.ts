import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLoanLink } from '../../modules/loans/loan-link.ts'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { fillApplication } from '../applications.ts'
import { createCustomer, PASSWORD } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { signLoan } from '../signed-loans.ts'
import { MovableClock } from '../movable-clock.ts'
import type { TestClient } from '../test-client.ts'
import { expectRefused } from './expect-refused.ts'
import { asking, proveChanges } from './prove-changes.ts'
import { startSignIn } from './sign-in-by-mail.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi({ clock: new MovableClock() })
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const WEAK = 'short'

test('a password that the policy refuses is refused wherever it is set', async () => {
  const client = await createCustomer(api, { email: 'weak@example.com' })
  const change = { body: { currentPassword: PASSWORD, newPassword: WEAK } }
  await expectRefused(client, 'changePassword', change, 'passwordRefused')
  await expectRefused(
    api.client(),
    'resetPassword',
    { body: { resource: 'any', password: WEAK } },
    'passwordRefused',
  )
})

test('guessing the current password is slowed down (design/security.md T1)', async () => {
  const client = await createCustomer(api, { email: 'guess@example.com' })
  const body = { currentPassword: 'Wrong-Horse-7', newPassword: 'Correct-Horse-8' }
  const codes: number[] = []
  for (let tried = 0; tried < 12; tried += 1)
    codes.push((await client.call(CALLS.changePassword, { body })).code)
  expect(codes[0]).toBe(RESPONSE_CODES.currentPasswordWrong.code)
  expect(codes.at(-1)).toBe(RESPONSE_CODES.signInThrottled.code)
})

test('five wrong codes lock the code; it is not sent again', async () => {
  const email = 'codes@example.com'
  await createCustomer(api, { email })
  const client = api.client()
  const { sessionId, code } = await startSignIn(api, client, email)
  const wrong = { sessionId, code: code === '000000' ? '000001' : '000000', rememberDevice: false }
  for (let tried = 0; tried < 5; tried += 1) await client.call(CALLS.verifyLoginCode, { body: wrong })
  await expectRefused(client, 'resendVerificationCode', { body: { sessionId } }, 'loginCodeLocked')
})

test('a consent that the account needs cannot be taken back', async () => {
  const client = await createCustomer(api, { email: 'consent@example.com' })
  const { consents } = await client.ask(CALLS.checkConsentStatus, {})
  const needed = consents.find(({ required }) => required)
  assert(needed !== undefined, 'an account needs a consent')
  const body = { consents: [{ kind: needed.kind, version: needed.version, given: false }] }
  await expectRefused(client, 'batchSaveConsentStatus', { body }, 'consentRequired')
})

test('a file of more than 10 MB is too large for every call that takes one', async () => {
  const email = 'large@example.com'
  const client = await createCustomer(api, { email })
  const { loanNo } = await fillApplication(client, { ssn: '521-52-1001', email })
  const bytes = Buffer.alloc(10 * 1024 * 1024 + 1, 'a')
  const csv = { name: 'large.csv', type: 'text/csv', bytes }
  await expectRefused(client, 'uploadBankStatement', { body: { loanNo }, file: csv }, 'payloadTooLarge')
  const pdf = { name: 'large.pdf', type: 'application/pdf', bytes }
  await expectRefused(api.client(), 'verifyDocument', { body: {}, file: pdf }, 'payloadTooLarge')
})

test('a day after the last that can be written is no day', async () => {
  const client = api.client()
  await expectRefused(client, 'getFutureDate', { query: { date: '9999-12-31', days: 1 } }, 'dateNotAvailable')
  await expectRefused(client, 'getNextBusinessDay', { query: { date: '9999-12-31' } }, 'dateNotAvailable')
})

test('a link to come back holds thirty days', async () => {
  const { portfolioId, loanNo } = await signLoan(api)
  await api.database.executeSql(
    `update loans set status = ${LoanStatus.terminated}, sub_status = 'paidOff' where loan_no = '${loanNo}'`,
  )
  const made = await api.deps.units.write(async (unit) => {
    const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
    assert(loan !== undefined, 'the loan is there')
    return ok(await ensureLoanLink(api.deps, unit, loan, 'returning'))
  })
  assert(made.ok, 'a link is made')
  const resource = made.value.token
  await proveChanges(api, () => Promise.resolve(api.clock.advance(31 * DAY_MS)), {
    parseReturningResource: asking(api.client(), 'parseReturningResource', { query: { resource } }),
  })
  employee = await signInEmployee(api)
})

test('a link to complete the application ends with the application', async () => {
  const { client, loanNo, portfolioId } = await signLoan(api, { portfolioId: 110 })
  const made = await api.deps.units.write(async (unit) => {
    const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
    assert(loan !== undefined, 'the loan is there')
    return ok(await ensureLoanLink(api.deps, unit, loan, 'completeInformation'))
  })
  assert(made.ok, 'a link is made')
  const resource = made.value.token
  await proveChanges(api, () => client.ask(CALLS.withdrawApplication, { body: { loanNo } }), {
    parseCompleteResource: asking(api.client(110), 'parseCompleteResource', { query: { resource } }),
  })
})

test('the clock moves on from where another move left it', async () => {
  const { today } = await employee.ask(CALLS.readClock, { query: {} })
  const later = { body: { to: 'later', seconds: 60 } } as const
  await proveChanges(api, () => Promise.resolve(today), { moveClock: asking(employee, 'moveClock', later) })
})

test('a terminal waits by the clock that operations moved', async () => {
  const terminal = api.client().atDesk()
  const waitsUntil = async () => {
    const { expiresAt } = await terminal.ask(CALLS.beginTerminal, { body: { label: 'laptop' } })
    return { code: 1, data: expiresAt }
  }
  const move = () => employee.ask(CALLS.moveClock, { body: { to: 'later', seconds: 60 } })
  await proveChanges(api, move, { beginTerminal: waitsUntil })
})
