import {
  changeEmployeeCall,
  changeRoleCall,
  inviteEmployeeCall,
  listEmployeeCall,
} from '@dolphin/contract/employees'
import {
  beginEnrollmentCall,
  beginStaffSignInCall,
  completeEnrollmentCall,
  endStaffSessionCall,
  readStaffSessionCall,
  staffPasswordSignInCall,
  staffSignInCall,
  staffSignOutCall,
} from '@dolphin/contract/staff'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { openWithPassword } from '../../testing/desk-password.ts'
import {
  aRole,
  confirmerOf,
  askFirstAdministrator,
  type DeskEmployee,
  enrollAtDesk,
  firstAdministrators,
  invite,
  invitedEmployee,
  linkToken,
  signInAtDesk,
} from '../../testing/desk-staff.ts'
import { confirmAt, tryConfirming } from '../../testing/confirmations.ts'
import { type AuthenticatorAnswer, SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]
let ada: DeskEmployee
let grace: DeskEmployee

beforeAll(async () => {
  api = await startTestApi()
  admins = await firstAdministrators(api)
  ;[ada, grace] = admins
})
afterAll(() => api.close())

const MINUTE = 60_000
const PASSWORD = 'a long password of Hal'
const auditOf = async (employeeId: string) =>
  (await listAudit(api.database.db, 0, `employee:${employeeId}`)).map(
    ({ action, actor }) => `${action} ${actor}`,
  )

const whoIs = async (client: TestClient) => (await client.call(readStaffSessionCall, {})).code

/** Both halves of an invitation of someone new. */
async function halvesOf(name: string) {
  const { link, code } = await invite(admins, name, [aRole('support')])
  return { link: linkToken(link), code }
}

/** Answers a sign-in with the passkey, changed as told. */
async function tryPasskey(
  client: TestClient,
  passkey: SoftwareAuthenticator,
  answer: AuthenticatorAnswer = {},
) {
  const { challengeId, options } = await client.ask(beginStaffSignInCall, { body: {} })
  const response = passkey.assert(options, answer)
  const body = { challengeId, response }
  return { body, code: (await client.call(staffSignInCall, { body })).code }
}

test('the operations secret lets in two administrators and no more; each use is in the audit (console.md, Staff)', async () => {
  expect(await whoIs(ada.client)).toBe(1)
  expect(await whoIs(grace.client)).toBe(1)
  expect((await askFirstAdministrator(api, 'Eve Third')).code).toBe(codeOf('administratorsExist'))
  expect(await auditOf('ada-first')).toEqual([
    'roleEntered operationsSecret',
    'employeeInvited operationsSecret',
    'operationsSecretUsed operationsSecret',
    'invitationConfirmed firstAdministrators',
    'employeeEnrolled employee:ada-first',
    'employeeSignedIn employee:ada-first',
  ])
  const { text } = await api.deps.observability.metrics.scrape()
  expect(text).toContain('dolphin_staff_alarms_total{event="operationsSecretUsed"} 2')
})

test('the cookie of the desk is for this host alone, and no script reads it', async () => {
  const { challengeId, options } = await ada.client.ask(beginStaffSignInCall, { body: {} })
  const answer = await api.app.inject({
    method: 'POST',
    url: '/fssapi/dolphin-ops/sign-in/passkey',
    headers: {
      host: 'desk.localhost:8080',
      origin: 'http://desk.localhost:8080',
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ challengeId, response: ada.passkey.assert(options) }),
  })
  expect(answer.cookies).toMatchObject([
    { name: '__Host-desk-browser', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
    { name: '__Host-desk', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
  ])
})

test('an answer from another origin, without PIN, to a used challenge or by an unknown key opens nothing', async () => {
  const client = api.client().atDesk()
  const refused = codeOf('staffSignInRefused')
  expect((await tryPasskey(client, ada.passkey, { origin: 'http://localhost:8080' })).code).toBe(refused)
  expect((await tryPasskey(client, ada.passkey, { isVerified: false })).code).toBe(refused)
  expect((await tryPasskey(client, new SoftwareAuthenticator())).code).toBe(refused)
  const { body, code } = await tryPasskey(client, ada.passkey)
  expect(code).toBe(1)
  expect((await client.call(staffSignInCall, { body })).code).toBe(refused)
})

test('an invitation takes two administrators, and its two halves open it only together', async () => {
  const roles = [aRole('underwriter', 118)]
  const body = { kind: 'new' as const, name: 'Una Writer', email: 'una@lender.example', roles }
  const entered = await ada.client.ask(inviteEmployeeCall, { body })
  const { approval, code, employeeId } = entered
  const confirm = (who: DeskEmployee) => tryConfirming(confirmerOf(who), approval.approvalNo)
  expect((await confirm(ada)).code).toBe(codeOf('approvalRefused'))
  const { invitation } = await confirmAt(confirmerOf(grace), approval.approvalNo)
  const { link = '' } = invitation ?? {}
  expect((await confirm(grace)).code).toBe(codeOf('approvalOver'))
  const wrong = { link: linkToken(link), code: 'AAAAA-AAAAA' }
  const client = api.client().atDesk()
  expect((await client.call(beginEnrollmentCall, { body: wrong })).code).toBe(codeOf('linkNoLongerValid'))
  const una = await enrollAtDesk(api, { link, code })
  const session = await una.client.ask(readStaffSessionCall, {})
  expect(session).toMatchObject({
    employeeId,
    kind: 'desk',
    roles: [{ role: 'underwriter', portfolioId: 118 }],
  })
  expect(session.permissions).toContainEqual({ permission: 'review.approve', act: 'may', portfolios: [118] })
  expect((await ada.client.call(inviteEmployeeCall, { body })).code).toBe(codeOf('employeeExists'))
  const again = { link: linkToken(link), code }
  expect((await client.call(beginEnrollmentCall, { body: again })).code).toBe(codeOf('linkNoLongerValid'))
})

test('a link ends after 30 minutes, and one authenticator’s passkey serves one employee', async () => {
  const client = api.client().atDesk()
  const late = await halvesOf('Late Comer')
  const start = api.clock.now()
  api.clock.advance(30 * MINUTE)
  expect((await client.call(beginEnrollmentCall, { body: late })).code).toBe(codeOf('linkNoLongerValid'))
  api.clock.set(start)
  const halves = await halvesOf('Copy Cat')
  const { challengeId, options } = await client.ask(beginEnrollmentCall, { body: halves })
  const factor = { kind: 'passkey', name: 'shared', response: ada.passkey.register(options) } as const
  const taken = await client.call(completeEnrollmentCall, { body: { ...halves, challengeId, factor } })
  expect(taken.code).toBe(codeOf('knownKey'))
  const begun = await client.ask(beginEnrollmentCall, { body: halves })
  const other = new SoftwareAuthenticator()
  const response = other.register({ ...begun.options, challenge: 'A'.repeat(43) })
  const body = { ...halves, challengeId: begun.challengeId, factor: { ...factor, response } }
  expect((await client.call(completeEnrollmentCall, { body })).code).toBe(codeOf('enrollmentRefused'))
})

test('a count that does not rise blocks the passkey and ends its sessions; two administrators let the owner in again', async () => {
  const bea = await invitedEmployee(api, admins, 'Bea Counter', [aRole('support')])
  const stranger = api.client().atDesk()
  expect((await tryPasskey(stranger, bea.passkey, { counter: 1 })).code).toBe(codeOf('passkeyBlocked'))
  expect(await whoIs(bea.client)).toBe(codeOf('tokenOutdated'))
  expect((await tryPasskey(stranger, bea.passkey)).code).toBe(codeOf('staffSignInRefused'))
  expect(await auditOf('bea-counter')).toContain('passkeyBlocked employee:bea-counter')
  const { approval, code } = await ada.client.ask(inviteEmployeeCall, {
    body: { kind: 'again', employeeId: 'bea-counter' },
  })
  const { invitation } = await confirmAt(confirmerOf(grace), approval.approvalNo)
  const { link = '' } = invitation ?? {}
  const returned = await enrollAtDesk(api, { link, code })
  expect(returned.employeeId).toBe('bea-counter')
  expect((await returned.client.ask(readStaffSessionCall, {})).roles).toMatchObject([{ role: 'support' }])
})

test('FC-81: a passkey that its owner’s cloud account begins to copy signs in, and is known as copied from then on', async () => {
  const passkey = new SoftwareAuthenticator({ counts: false })
  const invitation = await invite(admins, 'Sam Sync', [aRole('support')])
  await enrollAtDesk(api, invitation, api.client().atDesk(), passkey)
  const stored = async () => {
    const { rows } = await api.database.db.execute(
      sql`select backup_eligible as eligible, backed_up as copied, ended_at as ended from employee_factors
        where employee_id = 'sam-sync'`,
    )
    return rows
  }
  expect(await stored()).toEqual([{ eligible: false, copied: false, ended: null }])
  const steps = [
    [false, { eligible: false, copied: false, ended: null }],
    [true, { eligible: true, copied: true, ended: null }],
    [false, { eligible: true, copied: false, ended: null }],
  ] as const
  for (const [isSynced, kept] of steps) {
    passkey.sync(isSynced)
    expect((await tryPasskey(api.client().atDesk(), passkey, { counter: 0 })).code).toBe(1)
    expect(await stored()).toEqual([kept])
  }
  // Each device counts for itself.
  passkey.sync(true)
  for (const counter of [7, 3])
    expect((await tryPasskey(api.client().atDesk(), passkey, { counter })).code).toBe(1)
  expect(await stored()).toMatchObject([{ ended: null }])
})

test('a copy of a key that counts cannot hide behind the mark of synced ones: its count must still rise', async () => {
  const { passkey } = await invitedEmployee(api, admins, 'Cole Copy', [aRole('support')])
  passkey.sync(true)
  const copied = await tryPasskey(api.client().atDesk(), passkey, { counter: 1 })
  expect(copied.code).toBe(codeOf('passkeyBlocked'))
})

test('without a passkey: a password and a code of the app; short passwords, wrong codes and a wrong clock are told', async () => {
  const email = 'hal@lender.example'
  const { client, appCode, enroll } = await openWithPassword(api, await halvesOf('hal'))
  expect((await enroll('short', appCode())).code).toBe(codeOf('passwordRefused'))
  expect((await enroll(PASSWORD, '000000')).code).toBe(codeOf('authenticatorCodeInvalid'))
  expect((await enroll(PASSWORD, appCode(-5))).code).toBe(codeOf('authenticatorClockOff'))
  expect((await enroll(PASSWORD, appCode())).code).toBe(1)
  const signIn = (password: string, code: string, address = email) =>
    client.call(staffPasswordSignInCall, { body: { email: address, password, code } })
  expect((await signIn(PASSWORD, appCode())).code).toBe(codeOf('staffSignInRefused'))
  api.clock.advance(MINUTE)
  const late = await signIn(PASSWORD, appCode(-5))
  expect(late).toMatchObject({ code: codeOf('authenticatorClockOff') })
  expect(JSON.stringify(late.data)).toContain('about 5 minutes behind')
  const wrong = await signIn('another password', appCode())
  const unknown = await signIn(PASSWORD, appCode(), 'no-one@lender.example')
  expect({ ...wrong, data: null }).toEqual({ ...unknown, data: null })
  expect(wrong.code).toBe(codeOf('staffSignInRefused'))
  expect((await signIn(PASSWORD, appCode())).code).toBe(1)
  expect(await whoIs(client)).toBe(1)
})

test('guesses at a password are slowed, for known and unknown addresses alike', async () => {
  for (const email of ['hal@lender.example', 'unknown@lender.example']) {
    const codes: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const body = { email, password: 'a guess', code: '000000' }
      codes.push((await api.client().atDesk().call(staffPasswordSignInCall, { body })).code)
    }
    expect(codes.at(-1), email).toBe(codeOf('signInThrottled'))
  }
})

test('a session ends after 15 idle minutes and after 12 hours, at sign-out, and where its owner ends it', async () => {
  const cleo = await invitedEmployee(api, admins, 'Cleo Clock', [aRole('support')])
  api.clock.advance(14 * MINUTE)
  expect(await whoIs(cleo.client)).toBe(1)
  api.clock.advance(15 * MINUTE)
  expect(await whoIs(cleo.client)).toBe(codeOf('tokenOutdated'))
  await signInAtDesk(cleo)
  for (let minutes = 0; minutes < 12 * 60; minutes += 10) {
    expect(await whoIs(cleo.client)).toBe(1)
    api.clock.advance(10 * MINUTE)
  }
  expect(await whoIs(cleo.client)).toBe(codeOf('tokenOutdated'))
  await signInAtDesk(cleo)
  const elsewhere = { ...cleo, client: api.client().atDesk() }
  await signInAtDesk(elsewhere)
  expect(await cleo.client.ask(endStaffSessionCall, { body: { sessionId: null } })).toMatchObject({
    ended: 3,
  })
  expect(await whoIs(elsewhere.client)).toBe(codeOf('tokenOutdated'))
  await cleo.client.ask(staffSignOutCall, { body: {} })
  expect(await whoIs(cleo.client)).not.toBe(1)
  for (const one of admins) await signInAtDesk(one)
})

test('a suspension ends every session at the next request; only two others bring the employee back', async () => {
  const dan = await invitedEmployee(api, admins, 'Dan Stopped', [aRole('support')])
  const change = { employeeId: dan.employeeId, change: 'suspend', note: 'keys lost' } as const
  const suspended = await ada.client.ask(changeEmployeeCall, { body: change })
  expect(suspended).toMatchObject({ state: 'suspended' })
  expect(await whoIs(dan.client)).toBe(codeOf('tokenOutdated'))
  expect((await tryPasskey(api.client().atDesk(), dan.passkey)).code).toBe(codeOf('staffSignInRefused'))
  expect((await ada.client.call(changeEmployeeCall, { body: change })).code).toBe(
    codeOf('employeeStateRefused'),
  )
  const { employees } = await ada.client.ask(listEmployeeCall, {})
  expect(employees.find(({ employeeId }) => employeeId === dan.employeeId)).toMatchObject({
    state: 'suspended',
  })
})

test('a role takes two, never its holder, and counts from the next request to its end', async () => {
  const eli = await invitedEmployee(api, admins, 'Eli Roles', [aRole('support')])
  const { employeeId } = eli
  const role = aRole('auditor')
  const entered = await ada.client.ask(changeRoleCall, { body: { act: 'enter', employeeId, role } })
  const grantNo = entered.employee.roles.find((one) => one.role === 'auditor')?.grantNo ?? ''
  const approvalNo = entered.approval?.approvalNo ?? ''
  const roles = async () => (await eli.client.ask(readStaffSessionCall, {})).roles.map((one) => one.role)
  expect(await roles()).toEqual(['support'])
  const confirm = async (who: DeskEmployee) => (await tryConfirming(confirmerOf(who), approvalNo)).code
  const end = async (client: TestClient, no = grantNo) =>
    (await client.call(changeRoleCall, { body: { act: 'end', employeeId, grantNo: no } })).code
  expect(await confirm(ada)).toBe(codeOf('approvalRefused'))
  expect(await end(grace.client, 'x'.repeat(22))).toBe(codeOf('notFound'))
  expect(await confirm(grace)).toBe(1)
  expect(await confirm(grace)).toBe(codeOf('approvalOver'))
  expect(await roles()).toEqual(['support', 'auditor'])
  expect(await end(ada.client)).toBe(1)
  expect(await roles()).toEqual(['support'])
  const own = { act: 'enter', employeeId: ada.employeeId, role } as const
  expect((await ada.client.call(changeRoleCall, { body: own })).code).toBe(codeOf('ownAccountRefused'))
})

test('the last administrator stays: neither suspended, nor gone, nor without the role', async () => {
  const change = (by: DeskEmployee, employeeId: string) =>
    by.client.call(changeEmployeeCall, { body: { employeeId, change: 'depart', note: 'left the lender' } })
  expect((await change(ada, ada.employeeId)).code).toBe(codeOf('ownAccountRefused'))
  expect((await change(ada, grace.employeeId)).code).toBe(1)
  expect(await whoIs(grace.client)).toBe(codeOf('tokenOutdated'))
  const compliance = { act: 'enter', employeeId: 'una-writer', role: aRole('compliance') } as const
  expect((await ada.client.call(changeRoleCall, { body: compliance })).code).toBe(1)
  // With one left, the secret only enters an invitation: someone at the desk has to confirm it.
  const third = await askFirstAdministrator(api, 'Joan Third')
  expect(third.data).toMatchObject({ link: null })
  const { code, approval } = third.data as {
    readonly code: string
    readonly approval: { approvalNo: string }
  }
  const { invitation } = await confirmAt(confirmerOf(ada), approval.approvalNo)
  const { link = '' } = invitation ?? {}
  const joan = await enrollAtDesk(api, { link, code })
  // Both suspend each other at once: the second would leave no administrator.
  const both = await Promise.all([change(ada, joan.employeeId), change(joan, ada.employeeId)])
  const codes = both.map((one) => one.code)
  expect(codes.filter((code) => code === 1)).toHaveLength(1)
  expect([codeOf('lastAdministrator'), codeOf('tokenOutdated')]).toContain(codes.find((code) => code !== 1))
})
