import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmAt, tryConfirming } from '../../testing/confirmations.ts'
import { openWithPassword } from '../../testing/desk-password.ts'
import {
  aRole,
  confirmerOf,
  type DeskEmployee,
  enrollAtDesk,
  firstAdministrators,
  invite,
  invitedEmployee,
  linkToken,
  ofYesterday,
} from '../../testing/desk-staff.ts'
import { answerFor, type SingleSignOnLab, signOn, startSingleSignOn } from '../../testing/single-sign-on.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const MINUTE = 60_000
const PASSWORD = 'a long password of Hal'

let lab: SingleSignOnLab
let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]

beforeAll(async () => {
  lab = await startSingleSignOn()
  ;({ api } = lab)
  admins = await firstAdministrators(api)
})
afterAll(() => lab.close())

const REFUSED = codeOf('staffSignInRefused')
const desk = (): TestClient => api.client().atDesk()
const employed = (name: string) => invitedEmployee(api, admins, name, [aRole('administrator')])
const accountOf = (email: string, sub = `sub of ${email}`) => ({ sub, email })
const codeFor = async (email: string, sub?: string) => (await signOn(lab, desk(), accountOf(email, sub))).code
const auditOf = async (subject: string) => await listAudit(api.database.db, 0, subject)
const reasonsOf = async (subject: string) =>
  (await auditOf(subject))
    .filter(({ action }) => action === 'singleSignOnRefused')
    .map(({ facts }) => facts['reason'])
const change = (employeeId: string, to: 'suspend' | 'depart') =>
  admins[0].client.ask(CALLS.changeEmployee, { body: { employeeId, change: to, note: 'keys lost' } })

test('the first sign-in binds issuer and subject; from then on they decide, whatever the address says', async () => {
  await employed('Sue Bound')
  const client = desk()
  const answer = await answerFor(lab, client, {
    ...accountOf('Sue.Bound@lender.example', 'sue-1'),
    acr: 'silver',
    amr: ['pwd', 'otp'],
  })
  const opened = await client.ask(CALLS.completeSingleSignOn, { body: { answer } })
  expect(opened).toMatchObject({ employeeId: 'sue-bound', kind: 'desk' })
  expect(await client.ask(CALLS.readStaffSession, {})).toMatchObject({ employeeId: 'sue-bound' })
  expect(await codeFor('married@elsewhere.example', 'sue-1')).toBe(1)
  expect((await signOn(lab, desk(), { sub: 'sue-1' })).code).toBe(1)
  const { factors } = await client.ask(CALLS.readStaffAccount, {})
  expect(factors.filter(({ kind }) => kind === 'openId')).toMatchObject([{ name: 'your company account' }])
  const seen = await auditOf('employee:sue-bound')
  expect(seen.filter(({ action }) => action === 'openIdBound')).toHaveLength(1)
  const [first] = seen.filter(({ action }) => action === 'singleSignOn')
  expect(first?.facts).toMatchObject({ acr: 'silver', amr: ['pwd', 'otp'] })
  expect(JSON.stringify(seen)).not.toContain('sue-1')
  const mails = (await api.mailsTo('sue.bound@lender.example')).filter(({ kind }) => kind === 'openIdBound')
  expect(mails.map(({ content }) => content.text)).toEqual([
    expect.stringMatching(/Account: your company account\n[^]*address 127\.0\.0\.1[^]*If this was not you/u),
  ])
})

test('the session is that of a passkey: same cookie, 15 idle minutes, sign-out of its own', async () => {
  await employed('Ida Idle')
  const client = desk()
  await signOn(lab, client, accountOf('ida.idle@lender.example'))
  const { idleExpiresAt } = await client.ask(CALLS.readStaffSession, {})
  // What is read is in whole seconds.
  const wholeSeconds = new Date(api.clock.now()).setMilliseconds(0)
  expect(new Date(idleExpiresAt).getTime()).toBe(wholeSeconds + 15 * MINUTE)
  expect([...client.cookies.keys()]).toContain('__Host-desk')
  const start = api.clock.now()
  api.clock.advance(15 * MINUTE)
  await expectRefused(client, 'readStaffSession', {}, 'tokenOutdated')
  api.clock.set(start)
  await client.ask(CALLS.staffSignOut, { body: {} })
  expect((await client.call(CALLS.readStaffSession, {})).code).not.toBe(1)
})

test('everyone but an active employee with this verified address is refused like an unknown passkey', async () => {
  const stopped = await employed('Sid Suspended')
  const gone = await employed('Lee Left')
  await change(stopped.employeeId, 'suspend')
  await change(gone.employeeId, 'depart')
  await invite(admins, 'Ina Invited', [aRole('support')])
  await employed('Una Unverified')
  for (const name of ['sid.suspended', 'lee.left', 'ina.invited', 'no.one'])
    expect(await codeFor(`${name}@lender.example`), name).toBe(REFUSED)
  const unverified = { ...accountOf('una.unverified@lender.example'), email_verified: false }
  expect((await signOn(lab, desk(), unverified)).code).toBe(REFUSED)
  expect((await signOn(lab, desk(), { sub: 'without an address' })).code).toBe(REFUSED)
  expect(await reasonsOf('employee:sid-suspended')).toEqual(['suspended'])
  expect(await reasonsOf('employee:lee-left')).toEqual(['left'])
  expect(await reasonsOf('employee:ina-invited')).toEqual(['invited'])
  expect(await reasonsOf('singleSignOn')).toEqual(['unknown', 'addressNotVerified', 'addressNotVerified'])
})

test('a bound employee who is suspended or has left comes in no more', async () => {
  const { employeeId } = await employed('Bo Bound')
  const email = 'bo.bound@lender.example'
  const answered = async () => {
    const { code } = await signOn(lab, desk(), accountOf(email))
    return { code, data: { requestId: '' } }
  }
  await proveChanges(api, () => change(employeeId, 'suspend'), { completeSingleSignOn: answered })
  expect(await codeFor(email)).toBe(REFUSED)
  await change(employeeId, 'depart')
  expect(await codeFor(email)).toBe(REFUSED)
  expect(await reasonsOf('employee:bo-bound')).toEqual(['suspended', 'suspended', 'left'])
})

test('another account with the same address does not come in, nor does one that was someone else’s', async () => {
  await employed('Amy Address')
  const email = 'amy.address@lender.example'
  expect(await codeFor(email, 'amy-1')).toBe(1)
  expect(await codeFor(email, 'amy-2')).toBe(REFUSED)
  expect(await reasonsOf('employee:amy-address')).toEqual(['otherAccount'])
  const gone = await employed('Old Owner')
  await signOn(lab, desk(), accountOf('old.owner@lender.example', 'passed-on'))
  await invitedAgain(gone.employeeId)
  await employed('New Owner')
  expect(await codeFor('new.owner@lender.example', 'passed-on')).toBe(REFUSED)
  expect(await reasonsOf('employee:new-owner')).toEqual(['accountOfAnother'])
})

/** Two administrators let an employee in again: the old ways in end. */
async function invitedAgain(employeeId: string) {
  const body = { kind: 'again', employeeId } as const
  const { approval, code } = await admins[0].client.ask(CALLS.inviteEmployee, { body })
  const { invitation } = await confirmAt(confirmerOf(admins[1]), approval.approvalNo)
  return { link: invitation?.link ?? '', code }
}

test('a new invitation ends the binding; once enrolled again, the next sign-in binds anew', async () => {
  const { employeeId } = await employed('Rae Returns')
  const email = 'rae.returns@lender.example'
  expect(await codeFor(email)).toBe(1)
  const halves = await invitedAgain(employeeId)
  expect(await codeFor(email)).toBe(REFUSED)
  await enrollAtDesk(api, halves)
  expect(await codeFor(email)).toBe(1)
  const bound = (await auditOf(`employee:${employeeId}`)).filter(({ action }) => action === 'openIdBound')
  expect(bound).toHaveLength(2)
})

test('two first sign-ins at once bind one account', async () => {
  await employed('Tia Twice')
  const email = 'tia.twice@lender.example'
  const [one, two] = [desk(), desk()]
  const answers = [
    [one, await answerFor(lab, one, accountOf(email, 'tia-1'))],
    [two, await answerFor(lab, two, accountOf(email, 'tia-1'))],
  ] as const
  const codes = await Promise.all(
    answers.map(
      async ([client, answer]) => (await client.call(CALLS.completeSingleSignOn, { body: { answer } })).code,
    ),
  )
  expect(codes).toEqual([1, 1])
  const bound = (await auditOf('employee:tia-twice')).filter(({ action }) => action === 'openIdBound')
  expect(bound).toHaveLength(1)
})

test('a session by single sign-on confirms nothing by itself: it takes a passkey over the digest', async () => {
  const { link, code } = await invite(admins, 'hal', [aRole('administrator')])
  const hal = await openWithPassword(api, { link: linkToken(link), code })
  await hal.enroll(PASSWORD, hal.appCode())
  await signOn(lab, hal.client, accountOf('hal@lender.example'))
  const pam = await ofYesterday(api, await employed('Pam Passkey'))
  await signOn(lab, pam.client, accountOf('pam.passkey@lender.example'))
  const body = {
    kind: 'new' as const,
    name: 'Neo New',
    email: 'neo@lender.example',
    roles: [aRole('support')],
  }
  const { approval } = await admins[0].client.ask(CALLS.inviteEmployee, { body })
  const shown = await hal.client.ask(CALLS.showApproval, { params: { approvalNo: approval.approvalNo } })
  expect(shown).toMatchObject({ obstacle: 'passkeyNeeded' })
  const { digest } = shown
  const asked = { approvalNo: approval.approvalNo, digest: digest ?? 'd'.repeat(64) }
  await expectRefused(hal.client, 'beginConfirmation', { body: asked }, 'approvalRefused')
  expect((await tryConfirming(confirmerOf(pam), approval.approvalNo)).code).toBe(1)
})

test('the owner removes the binding by a proof; a passkey stays the last way in of our own', async () => {
  const one = await employed('Kim Removes')
  await signOn(lab, desk(), accountOf('kim.removes@lender.example'))
  const proof = async () => {
    const { challengeId, options } = await one.client.ask(CALLS.askStaffProof, { body: {} })
    return { kind: 'passkey', challengeId, response: one.passkey.assert(options) } as const
  }
  const { factors } = await one.client.ask(CALLS.readStaffAccount, {})
  const idOf = (kind: string) => factors.find((factor) => factor.kind === kind)?.factorId ?? ''
  const passkey = { factorId: idOf('passkey'), proof: await proof() }
  await expectRefused(one.client, 'removePasskey', { body: passkey }, 'lastFactor')
  const binding = { factorId: idOf('openId'), proof: await proof() }
  const left = await one.client.ask(CALLS.removePasskey, { body: binding })
  expect(left.factors.map(({ kind }) => kind)).toEqual(['passkey'])
  const actions = (await auditOf('employee:kim-removes')).map(({ action }) => action)
  expect(actions).toContain('openIdRemoved')
  const kinds = (await api.mailsTo('kim.removes@lender.example')).map(({ kind }) => kind)
  expect(kinds).toContain('openIdRemoved')
})
