import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import {
  aRole,
  confirmerOf,
  askFirstAdministrator,
  type DeskEmployee,
  firstAdministrators,
  invitedEmployee,
  letIn,
  ofYesterday,
} from '../desk-staff.ts'
import { tryConfirming } from '../confirmations.ts'
import { expectRefused } from './expect-refused.ts'
import { codeOf } from '../response-code-of.ts'

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

const note = 'left the lender'

const again = (employeeId: string) => ({ body: { kind: 'again' as const, employeeId } })
const leave = (by: DeskEmployee, employeeId: string) =>
  by.client.ask(CALLS.changeEmployee, { body: { employeeId, change: 'depart', note } })

test('an invitation is for others who are still with the lender', async () => {
  await expectRefused(ada.client, 'inviteEmployee', again('no-one'), 'notFound')
  await expectRefused(ada.client, 'inviteEmployee', again(ada.employeeId), 'ownAccountRefused')
  const { employeeId } = await invitedEmployee(api, admins, 'Lea Leaver', [aRole('support')])
  const { approval } = await ada.client.ask(CALLS.inviteEmployee, again(employeeId))
  await leave(ada, employeeId)
  await expectRefused(ada.client, 'inviteEmployee', again(employeeId), 'employeeStateRefused')
  expect((await tryConfirming(confirmerOf(grace), approval.approvalNo)).code).toBe(codeOf('approvalBlocked'))
  const role = { act: 'enter' as const, employeeId, role: aRole('auditor') }
  await expectRefused(ada.client, 'changeRole', { body: role }, 'employeeStateRefused')
})

test('no terminal gets the credential of an employee who is suspended meanwhile', async () => {
  const ted = await invitedEmployee(api, admins, 'Ted Terminal', [aRole('support')])
  const terminal = api.client().atDesk()
  const { deviceCode, code } = await terminal.ask(CALLS.beginTerminal, { body: { label: 'laptop' } })
  await letIn(ted, code)
  const { employeeId } = ted
  await ada.client.ask(CALLS.changeEmployee, { body: { employeeId, change: 'suspend', note } })
  await expectRefused(terminal, 'claimTerminal', { body: { deviceCode } }, 'linkNoLongerValid')
})

test('no one confirms their own way back, and the last administrator is not shut out by one', async () => {
  const cora = await ofYesterday(
    api,
    await invitedEmployee(api, admins, 'Cora Compliance', [aRole('compliance')]),
  )
  const { approval } = await ada.client.ask(CALLS.inviteEmployee, again(grace.employeeId))
  const confirm = async (who: DeskEmployee) =>
    (await tryConfirming(confirmerOf(who), approval.approvalNo)).code
  expect(await confirm(grace)).toBe(codeOf('approvalRefused'))
  await leave(grace, ada.employeeId)
  // Who entered it has left: it counts no more.
  expect(await confirm(cora)).toBe(codeOf('approvalBlocked'))
  const known = await askFirstAdministrator(api, 'Grace Second')
  expect(known.code).toBe(RESPONSE_CODES.employeeExists.code)
})
