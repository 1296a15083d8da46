import {
  changeAccountCall,
  getPersonalInfoCall,
  parseLinkResourceCall,
  resetPasswordCall,
  sendCreateAccountEmailCall,
  sendForgotPasswordEmailCall,
} from '@dolphin/contract/identity'
import { showApprovalCall } from '@dolphin/contract/approvals'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer, mailedCode, mailedToken, PASSWORD } from '../../testing/customers.ts'
import { withColleague } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})

afterAll(() => api.close())

type Change = 'freeze' | 'deactivate' | 'activate'
const change = async (account: string, to: Change, portfolioId = 118) => {
  const body = { portfolioId, account, change: to, note: 'a sample reason' }
  return await withColleague(employee, await employee.call(changeAccountCall, { body }))
}
const signIn = (account: string, password = PASSWORD) =>
  api
    .client()
    .call(signInCall, { body: { portfolioId: 118, account, password, device: { remember: false } } })

test.each([
  ['freeze', -3],
  ['deactivate', -1],
] as const)(
  '%s ends every session; only a correct password reveals the state (domain.md §12)',
  async (to, accountStatus) => {
    const email = `state-${to}@example.com`
    const client = await createCustomer(api, { email })
    expect((await change(email.toUpperCase(), to)).code).toBe(1)
    expect((await client.call(getPersonalInfoCall, {})).code).toBe(RESPONSE_CODES.tokenOutdated.code)
    expect((await signIn(email)).data).toMatchObject({ accountStatus })
    expect((await signIn(email, 'Wrong-Horse-9')).data).not.toHaveProperty('accountStatus')
    expect(await change(email, 'activate')).toMatchObject({ code: 1, data: { accountStatus } })
    expect((await signIn(email)).code).toBe(1)
    const { rows } = await api.database.executeSql(
      `select actor, facts from audit_events where subject = $1 and action = 'accountStatusChanged' order by sequence`,
      [client.openId],
    )
    // Two close an account: the second one's act it is. One alone freezes.
    const by = to === 'freeze' ? 'employee:ada-example' : 'employee:colleague-example'
    expect(rows).toMatchObject([
      { actor: by, facts: { from: 1, to: accountStatus, note: 'a sample reason' } },
      { actor: 'employee:colleague-example', facts: { from: accountStatus, to: 1 } },
    ])
  },
)

test('the holder of the mailbox learns of it by a reset link, which then resets nothing (design/security.md T3)', async () => {
  const email = 'mailbox-holder@example.com'
  await createCustomer(api, { email })
  const client = api.client()
  await client.ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  const resource = await mailedToken(api, email)
  await change(email, 'freeze')
  const link = await client.ask(parseLinkResourceCall, { query: { resource } })
  expect(link).toMatchObject({ valid: false, fault: 'accountHeld', accountStatus: AccountStatus.frozen })
  const body = { resource, password: 'Another-Horse-8' }
  const refused = await client.call(resetPasswordCall, { body })
  expect(refused).toMatchObject({ code: -79050002, data: { accountStatus: AccountStatus.frozen } })
  await change(email, 'activate')
  expect((await client.call(resetPasswordCall, { body })).code).toBe(1)
})

test('an account frozen between password and code is not entered by the code', async () => {
  const email = 'between@example.com'
  await createCustomer(api, { email })
  const client = api.client()
  const step = await client.ask(signInCall, {
    body: { portfolioId: 118, account: email, password: PASSWORD, device: { remember: false } },
  })
  const code = await mailedCode(api, email)
  await change(email, 'freeze')
  const body = { sessionId: step.sessionId, code, rememberDevice: false }
  expect(await client.call(verifyLoginCodeCall, { body })).toMatchObject({
    code: -79050002,
    data: { accountStatus: AccountStatus.frozen },
  })
})

test('an unknown account, another portfolio’s and a change that leads nowhere are refused', async () => {
  const email = 'refused-change@example.com'
  await createCustomer(api, { email })
  expect((await change('unknown@example.com', 'freeze')).code).toBe(RESPONSE_CODES.accountNotFound.code)
  expect((await change(email, 'freeze', 110)).code).toBe(RESPONSE_CODES.accountNotFound.code)
  expect((await change(email, 'activate')).code).toBe(RESPONSE_CODES.accountChangeRefused.code)
  const customer = await createCustomer(api, { email: 'customer-tries@example.com' })
  const body = { portfolioId: 118, account: email, change: 'freeze', note: '' } as const
  expect((await customer.call(changeAccountCall, { body })).code).toBe(-95010002)
  expect((await api.client().atDesk().call(changeAccountCall, { body })).code).toBe(
    RESPONSE_CODES.noIdentity.code,
  )
})

test('closing waits for a colleague, and shows what it changes; freezing does not (console.md, Permissions)', async () => {
  const email = 'closed-by-two@example.com'
  const client = await createCustomer(api, { email })
  const lead = await signInEmployee(api, 'lead-closes', { roles: ['teamLead'] })
  const body = { portfolioId: 118, account: email, change: 'deactivate', note: 'asked by letter' } as const
  const entered = await lead.ask(changeAccountCall, { body })
  expect(entered).toMatchObject({
    accountStatus: AccountStatus.active,
    approval: { approvalNo: expect.stringMatching(/^A/) },
  })
  expect((await client.call(getPersonalInfoCall, {})).code).toBe(1)
  const approvalNo = entered.approval?.approvalNo ?? ''
  const officer = await signInEmployee(api, 'officer-closes', { roles: ['compliance'] })
  const shown = await officer.ask(showApprovalCall, { params: { approvalNo } })
  expect(shown).toMatchObject({ kind: 'accountClosing', permission: 'account.close', blocked: null })
  expect(shown.differences).toContainEqual(
    expect.objectContaining({ label: 'State of the account', before: 'active', after: 'closed' }),
  )
  for (const role of ['support', 'underwriter', 'collector', 'cash', 'accounting', 'compliance'] as const) {
    const one = await signInEmployee(api, `${role.toLowerCase()}-closes`, { roles: [role] })
    expect((await one.call(changeAccountCall, { body })).code, role).toBe(RESPONSE_CODES.notPermitted.code)
  }
  const support = await signInEmployee(api, 'support-closes', { roles: ['support'] })
  const frozen = await support.ask(changeAccountCall, { body: { ...body, change: 'freeze' } })
  expect(frozen).toMatchObject({ accountStatus: AccountStatus.frozen, approval: null })
})

test.each(['freeze', 'deactivate'] as const)(
  'who asks for a link of an account that is held (%s) gets none: the mail says what opens it (design/security.md T3)',
  async (to) => {
    const email = `asks-${to}@example.com`
    await createCustomer(api, { email })
    await change(email, to)
    const before = (await api.mailsTo(email)).length
    api.clock.advance(1_000)
    await api.client().ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
    api.clock.advance(1_000)
    const again = { portfolioId: 118, email, createAccountType: 2 } as const
    await api.client().ask(sendCreateAccountEmailCall, { body: again })
    const mails = (await api.mailsTo(email)).slice(0, -before)
    expect(mails.map(({ kind }) => kind)).toEqual(['accountOnHold', 'accountOnHold'])
    for (const { content } of mails) {
      expect(content.text).not.toMatch(/https?:/)
      expect(content.text).toContain('A new password does not open it.')
    }
    await change(email, 'activate')
    api.clock.advance(1_000)
    await api.client().ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
    expect((await api.mailsTo(email))[0]?.kind).toBe('resetLink')
  },
)
