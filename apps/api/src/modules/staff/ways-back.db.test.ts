import { CALLS } from '@dolphin/contract/registry'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmAt, tryConfirming } from '../../testing/confirmations.ts'
import {
  aRole,
  askFirstAdministrator,
  confirmerOf,
  type DeskEmployee,
  enrollAtDesk,
  firstAdministrators,
  invitedEmployee,
  signInAtDesk,
  ofYesterday,
} from '../../testing/desk-staff.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]
let ada: DeskEmployee
let grace: DeskEmployee

beforeEach(async () => {
  api = await startTestApi()
  admins = await firstAdministrators(api)
  ;[ada, grace] = admins
})
afterEach(() => api.close())

const whoIs = async ({ client }: DeskEmployee) => (await client.call(CALLS.readStaffSession, {})).code

/** What the operations secret answers for a name. */
async function bySecret(name: string) {
  const { code, data } = await askFirstAdministrator(api, name)
  return {
    answered: code,
    ...(data as { link: string | null; code: string; approval: { approvalNo: string } | null }),
  }
}

/** One leaves; both may be signed in at the desk. */
const depart = (by: DeskEmployee, { employeeId }: DeskEmployee) =>
  by.client.call(CALLS.changeEmployee, { body: { employeeId, change: 'depart', note: 'left the lender' } })

test('a lost passkey: one invites again, another confirms; only then the old passkey and its session end', async () => {
  const sam = await invitedEmployee(api, admins, 'Sam Lost', [aRole('support')])
  const body = { kind: 'again', employeeId: sam.employeeId } as const
  const { approval, code } = await ada.client.ask(CALLS.inviteEmployee, { body })
  expect(await whoIs(sam)).toBe(1)
  expect((await tryConfirming(confirmerOf(ada), approval.approvalNo)).code).toBe(codeOf('approvalRefused'))
  const { approval: confirmed, invitation } = await confirmAt(confirmerOf(grace), approval.approvalNo)
  expect(confirmed.effects).toContain('Every passkey, password and session that they have ends now.')
  expect(await whoIs(sam)).toBe(codeOf('tokenOutdated'))
  const finder = api.client().atDesk()
  const { challengeId, options } = await finder.ask(CALLS.beginStaffSignIn, { body: {} })
  const found = { body: { challengeId, response: sam.passkey.assert(options) } }
  expect((await finder.call(CALLS.staffSignIn, found)).code).toBe(codeOf('staffSignInRefused'))
  const back = await enrollAtDesk(api, { link: invitation?.link ?? '', code })
  expect((await back.client.ask(CALLS.readStaffSession, {})).roles).toMatchObject([{ role: 'support' }])
})

test('the last administrator is gone: the secret enters an invitation, and compliance confirms it', async () => {
  const cora = await ofYesterday(
    api,
    await invitedEmployee(api, admins, 'Cora Compliance', [aRole('compliance')]),
  )
  expect((await depart(ada, grace)).code).toBe(1)
  const { database, clock } = api
  // Neither call lets the last one go; what does is the end of the days of the role.
  expect((await depart(ada, ada)).code).toBe(codeOf('ownAccountRefused'))
  await database.executeSql(
    `update employee_roles set until_day = '2026-03-02' where employee_id = $1 and role = 'administrator'`,
    [ada.employeeId],
  )
  expect(clock.now().toISOString()).toContain('2026-03-03')
  const joan = await bySecret('Joan Third')
  expect(joan).toMatchObject({ answered: 1, link: null })
  const { invitation } = await confirmAt(confirmerOf(cora), joan.approval?.approvalNo ?? '')
  const third = await enrollAtDesk(api, { link: invitation?.link ?? '', code: joan.code })
  expect((await third.client.call(CALLS.listEmployee, {})).code).toBe(1)
})

test('no one is left who confirms: the secret lets one in, and the next takes that one beside it', async () => {
  expect((await depart(ada, grace)).code).toBe(1)
  await api.database.executeSql(`update employee_roles set until_day = '2026-03-02' where employee_id = $1`, [
    ada.employeeId,
  ])
  const joan = await bySecret('Joan Third')
  expect(joan).toMatchObject({ answered: 1, approval: null })
  const third = await enrollAtDesk(api, { link: joan.link ?? '', code: joan.code })
  const kay = await bySecret('Kay Fourth')
  expect(kay).toMatchObject({ answered: 1, link: null })
  const { invitation } = await confirmAt(confirmerOf(third), kay.approval?.approvalNo ?? '')
  await enrollAtDesk(api, { link: invitation?.link ?? '', code: kay.code })
  expect((await bySecret('Lee Fifth')).answered).toBe(codeOf('administratorsExist'))
  const { text } = await api.deps.observability.metrics.scrape()
  expect(text).toContain('dolphin_staff_alarms_total{event="operationsSecretUsed"} 4')
})

/** Days later; the round that notes the end of approvals has run. */
async function daysLater(days: number) {
  api.clock.advance(days * DAY_MS)
  await api.deps.jobs.runTimetable()
}

test('the passkey of the only administrator is lost and no one else confirms: after five days without an answer the secret lets one in', async () => {
  expect((await depart(ada, grace)).code).toBe(1)
  const first = await bySecret('Joan Third')
  expect(first).toMatchObject({ answered: 1, link: null })
  const told = (await api.mailsTo('ada.first@lender.example')).filter(({ kind }) => kind === 'secretInvited')
  expect(told.map(({ content }) => content.text).join()).toContain('Joan Third')
  await daysLater(4)
  const early = await bySecret('Joan Third')
  expect(early).toMatchObject({ answered: 1, link: null })
  await daysLater(5)
  const late = await bySecret('Joan Third')
  expect(late).toMatchObject({ answered: 1, approval: null })
  const third = await enrollAtDesk(api, { link: late.link ?? '', code: late.code })
  const { roles } = await third.client.ask(CALLS.readStaffSession, {})
  expect(roles).toMatchObject([{ role: 'administrator' }])
  // The two bring the first one back in the usual way.
  expect((await bySecret('Kay Fourth')).answered).toBe(codeOf('administratorsExist'))
})

test('what the secret entered and an administrator refused is entered again, and never lets one in alone', async () => {
  expect((await depart(ada, grace)).code).toBe(1)
  for (const word of ['refuse', 'return'] as const) {
    const { answered, approval } = await bySecret('Joan Third')
    expect(answered).toBe(1)
    const answer = { approvalNo: approval?.approvalNo ?? '', answer: word, note: 'not one of ours' }
    await ada.client.ask(CALLS.answerApproval, { body: answer })
    await daysLater(6)
    await signInAtDesk(ada)
  }
  expect(await bySecret('Joan Third')).toMatchObject({ answered: 1, link: null })
})

test('who entered it loses the role: it is blocked and says so; returned, another enters it and a third confirms', async () => {
  const kim = await invitedEmployee(api, admins, 'Kim Third', [aRole('administrator')])
  const sam = await invitedEmployee(api, admins, 'Sam Support', [aRole('support')])
  const enter = async (by: DeskEmployee) => {
    const body = { act: 'enter', employeeId: sam.employeeId, role: aRole('auditor') } as const
    return (await by.client.ask(CALLS.changeRole, { body })).approval?.approvalNo ?? ''
  }
  const entered = await enter(kim)
  const { employees } = await ada.client.ask(CALLS.listEmployee, {})
  const grantNo = employees.find(({ employeeId }) => employeeId === kim.employeeId)?.roles[0]?.grantNo ?? ''
  const end = { act: 'end', employeeId: kim.employeeId, grantNo } as const
  await ada.client.ask(CALLS.changeRole, { body: end })
  const refused = await tryConfirming(confirmerOf(grace), entered)
  expect(refused.code).toBe(codeOf('approvalBlocked'))
  expect(JSON.stringify(refused.data)).toContain('Return it, so that another enters it.')
  const back = { approvalNo: entered, answer: 'return', note: 'Kim has another task now' } as const
  await grace.client.ask(CALLS.answerApproval, { body: back })
  const again = await kim.client.call(CALLS.enterApprovalAgain, { body: { approvalNo: entered } })
  expect(again.code).toBe(codeOf('approvalRefused'))
  expect(JSON.stringify(again.data)).toContain('No role of yours enters this any more.')
  await confirmAt(confirmerOf(grace), await enter(ada))
  const { roles } = await sam.client.ask(CALLS.readStaffSession, {})
  expect(roles.map(({ role }) => role)).toEqual(['support', 'auditor'])
})
