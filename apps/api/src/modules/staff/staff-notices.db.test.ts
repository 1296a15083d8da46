import { CALLS } from '@dolphin/contract/registry'
import { listOpenWorkItems, WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { ACCESS_NOTICE_KINDS, type StaffNoticeKind } from '@dolphin/domain/staff/staff-notice'
import { MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmAt, tryConfirming } from '../../testing/confirmations.ts'
import { openWithPassword } from '../../testing/desk-password.ts'
import {
  aRole,
  askFirstAdministrator,
  confirmerOf,
  type DeskEmployee,
  firstAdministrators,
  invite,
  invitedEmployee,
  letIn,
  linkToken,
  signInAtDesk,
} from '../../testing/desk-staff.ts'
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0'

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

const mailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@lender.example`

const mailsTo = (name: string) => api.mailsTo(mailOf(name))
const kindsTo = async (name: string) => (await mailsTo(name)).map(({ kind }) => kind).toSorted()
/** The mails of a kind, as they are read. */
async function textTo(name: string, kind: StaffNoticeKind): Promise<string> {
  const mails = (await mailsTo(name)).filter((one) => one.kind === kind)
  return mails.map(({ subject, content }) => `${subject}\n${content.text}`).join('\n')
}

const shownKinds = new Set<string>()
async function expectMail(name: string, kind: StaffNoticeKind, ...parts: readonly string[]): Promise<void> {
  const text = await textTo(name, kind)
  for (const part of ['March 3, 2026 at 10:', 'http://desk.localhost:8080', ...parts])
    expect(text, `${kind} to ${name}`).toContain(part)
  shownKinds.add(kind)
}

async function proofOf({ client, passkey }: Pick<DeskEmployee, 'client' | 'passkey'>) {
  const { challengeId, options } = await client.ask(CALLS.askStaffProof, { body: {} })
  return { kind: 'passkey', challengeId, response: passkey.assert(options) } as const
}

async function addKey(one: DeskEmployee, name: string): Promise<SoftwareAuthenticator> {
  const begin = { body: { proof: await proofOf(one) } }
  const { challengeId, options } = await one.client.ask(CALLS.beginPasskey, begin)
  const key = new SoftwareAuthenticator()
  const body = { challengeId, name, response: key.register(options) }
  await one.client.ask(CALLS.addPasskey, { body }, { headers: { 'user-agent': CHROME } })
  return key
}

test('an invitation, its role and the passkey of its enrollment reach the employee by mail, without link or code', async () => {
  const halves = await invite(admins, 'Una New', [aRole('support', 118)])
  await expectMail('Una New', 'invited', 'Role: support, portfolio 118', 'By: Ada First and Grace Second')
  expect(JSON.stringify(await mailsTo('Una New'))).not.toContain(linkToken(halves.link))
  expect(JSON.stringify(await mailsTo('Una New'))).not.toContain(halves.code)
  await expectMail('Ada First', 'invited', 'By: The operations secret')
  await expectMail('Ada First', 'passkeyAdded', 'Passkey: Desk key', 'address 127.0.0.1')
})

test('the mail of a passkey added or removed says when, where from and what to do', async () => {
  const rae = await invitedEmployee(api, admins, 'Rae Keys', [aRole('support')])
  await expect(addKey(rae, 'Spare <key>')).rejects.toThrow('"elementKey":"name"')
  const key = await addKey(rae, 'Spare & "key"')
  await expectMail(
    'Rae Keys',
    'passkeyAdded',
    'Passkey: Spare & "key"',
    'Chrome on Windows, address 127.0.0.1',
  )
  expect(await textTo('Rae Keys', 'passkeyAdded')).toContain('If this was not you')
  const html = (await mailsTo('Rae Keys')).map(({ content }) => content.html).join('\n')
  expect(html).toContain('Spare &amp; &quot;key&quot;')
  const there = { ...rae, client: api.client().atDesk(), passkey: key }
  await signInAtDesk(there)
  const { factors } = await there.client.ask(CALLS.readStaffAccount, {})
  const factorId = factors.find(({ name }) => name === 'Desk key')?.factorId ?? ''
  await there.client.ask(CALLS.removePasskey, { body: { factorId, proof: await proofOf(there) } })
  await expectMail('Rae Keys', 'passkeyRemoved', 'Passkey: Desk key')
  expect(await kindsTo('Rae Keys')).toEqual(['invited', 'passkeyAdded', 'passkeyAdded', 'passkeyRemoved'])
})

test('a refused act sends no mail', async () => {
  const lou = await invitedEmployee(api, admins, 'Lou Last', [aRole('support')])
  const before = await kindsTo('Lou Last')
  const { factors } = await lou.client.ask(CALLS.readStaffAccount, {})
  const body = { factorId: factors[0]?.factorId ?? '', proof: await proofOf(lou) }
  expect((await lou.client.call(CALLS.removePasskey, { body })).code).not.toBe(1)
  expect(await kindsTo('Lou Last')).toEqual(before)
})

test('a password with its app, a terminal and a blocked passkey reach the employee by mail', async () => {
  const { link, code } = await invite(admins, 'Hal Pass', [aRole('support')])
  const hal = await openWithPassword(api, { link: linkToken(link), code })
  expect((await hal.enroll('a long password of Hal', hal.appCode())).code).toBe(1)
  await expectMail('Hal Pass', 'passwordSet', 'address 127.0.0.1')
  const fay = await invitedEmployee(api, admins, 'Fay Desk', [aRole('support')])
  const terminal = await api
    .client()
    .atDesk()
    .ask(CALLS.beginTerminal, { body: { label: 'laptop' } })
  await letIn(fay, terminal.code)
  await expectMail('Fay Desk', 'terminalAdmitted', 'Terminal: laptop')
  const stranger = api.client().atDesk()
  const { challengeId, options } = await stranger.ask(CALLS.beginStaffSignIn, { body: {} })
  const response = fay.passkey.assert(options, { counter: 1 })
  await stranger.call(CALLS.staffSignIn, { body: { challengeId, response } })
  await expectMail('Fay Desk', 'passkeyBlocked', 'Passkey: Desk key', 'A copy of the passkey may exist')
})

test('a role that another confirms, its end, a suspension, a return and a departure reach the employee by mail with who did it', async () => {
  const eli = await invitedEmployee(api, admins, 'Eli Roles', [aRole('support')])
  const { employeeId } = eli
  const entered = await ada.client.ask(CALLS.changeRole, {
    body: { act: 'enter', employeeId, role: aRole('auditor', 118) },
  })
  // Reading it carries it out and takes it back: that tells no one.
  const approvalNo = entered.approval?.approvalNo ?? ''
  await grace.client.ask(CALLS.showApproval, { params: { approvalNo } })
  expect(await kindsTo('Eli Roles')).not.toContain('roleGranted')
  const { approval } = await confirmAt(confirmerOf(grace), approvalNo)
  expect(approval.effects).toContain('They get a mail about it at their work address.')
  expect((await tryConfirming(confirmerOf(grace), approvalNo)).code).not.toBe(1)
  await expectMail(
    'Eli Roles',
    'roleGranted',
    'Role: auditor, portfolio 118',
    'By: Ada First and Grace Second',
  )
  const grantNo = entered.employee.roles.find(({ role }) => role === 'auditor')?.grantNo ?? ''
  await ada.client.ask(CALLS.changeRole, { body: { act: 'end', employeeId, grantNo } })
  await expectMail('Eli Roles', 'roleEnded', 'Role: auditor', 'By: Ada First')
  const change = async (word: 'suspend' | 'depart') =>
    await ada.client.ask(CALLS.changeEmployee, { body: { employeeId, change: word, note: 'keys lost' } })
  await change('suspend')
  await expectMail('Eli Roles', 'suspended', 'By: Ada First', 'takes an invitation by two colleagues')
  expect(await textTo('Eli Roles', 'suspended')).not.toContain('keys lost')
  const again = await ada.client.ask(CALLS.inviteEmployee, { body: { kind: 'again', employeeId } })
  await confirmAt(confirmerOf(grace), again.approval.approvalNo)
  await expectMail('Eli Roles', 'invitedAgain', 'By: Ada First and Grace Second')
  await change('depart')
  await expectMail('Eli Roles', 'departed', 'By: Ada First')
  expect((await kindsTo('Eli Roles')).filter((kind) => kind === 'roleGranted')).toHaveLength(1)
})

test('an administrator who is alone reads by mail whom the operations secret invites', async () => {
  const { employeeId } = grace
  await ada.client.ask(CALLS.changeEmployee, { body: { employeeId, change: 'depart', note: 'has left' } })
  expect((await askFirstAdministrator(api, 'Joan Third')).code).toBe(1)
  await expectMail('Ada First', 'secretInvited', 'Invited as administrator: Joan Third', '/approvals')
  expect(await kindsTo('Grace Second')).not.toContain('secretInvited')
})

test('every kind of notice of access was shown above', () => {
  expect([...shownKinds].toSorted()).toEqual([...ACCESS_NOTICE_KINDS].toSorted())
})

test('a notice that no mailbox takes becomes a work item of the whole server', async () => {
  const send = () => Promise.reject(new MailFailure(true, 550))
  const deaf = await startTestApi({ mail: { send, close: () => Promise.resolve() } })
  try {
    await firstAdministrators(deaf)
    await deaf.runJobs()
    const kind = 'undeliveredNotice'
    const items = await listOpenWorkItems(deaf.database.db, { portfolioId: WHOLE_SERVER, kind })
    expect(items.map(({ subject }) => subject)).toContain('notice/employee:ada-first/passkeyAdded')
    expect(JSON.stringify(items)).not.toContain('@lender.example')
  } finally {
    await deaf.close()
  }
})
