import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { openWithPassword } from '../desk-password.ts'
import {
  aRole,
  confirmerOf,
  askFirstAdministrator,
  type DeskEmployee,
  enrollAtDesk,
  type Halves,
  invite,
  invitedEmployee,
  linkToken,
  signInAtDesk,
  letIn,
  touchedCode,
} from '../desk-staff.ts'
import { confirmAt } from '../confirmations.ts'
import { SoftwareAuthenticator } from '../software-authenticator.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]
let ada: DeskEmployee
let grace: DeskEmployee

beforeAll(async () => {
  api = await startTestApi()
  const first = await enrollFirst('Ada First')
  await proveChanges(
    api,
    async () => {
      admins = [first, await enrollFirst('Grace Second')]
    },
    {
      enrollFirstAdministrator: {
        before: () => askFirstAdministrator(api, 'Grace Second'),
        after: () => askFirstAdministrator(api, 'Eve Third'),
      },
    },
  )
  ;[ada, grace] = admins
})
afterAll(() => api.close())

const PASSWORD = 'a long password of Hal'
const support = [aRole('support')]

async function enrollFirst(name: string): Promise<DeskEmployee> {
  const { data } = await askFirstAdministrator(api, name)
  return await enrollAtDesk(api, data as Halves)
}

const employed = (name: string) => invitedEmployee(api, admins, name, support)

/** Both halves of an invitation, as an enrollment takes them. */
async function halvesOf(name: string): Promise<Halves> {
  const { link, code } = await invite(admins, name, support)
  return { link: linkToken(link), code }
}

const changed = (employeeId: string, change: 'suspend' | 'depart') => ({
  body: { employeeId, change, note: 'keys lost' },
})

test('who is suspended comes in by neither passkey nor password, and is so in the list', async () => {
  const pat = await employed('Pat Passkey')
  const hal = await openWithPassword(api, await halvesOf('hal'))
  await hal.enroll(PASSWORD, hal.appCode())
  const withPasskey = async () => {
    const { challengeId, options } = await pat.client.ask(CALLS.beginStaffSignIn, { body: {} })
    const body = { challengeId, response: pat.passkey.assert(options) }
    return await pat.client.call(CALLS.staffSignIn, { body })
  }
  const withPassword = async () => {
    api.clock.advance(60_000)
    const body = { email: 'hal@lender.example', password: PASSWORD, code: hal.appCode() }
    return await hal.client.call(CALLS.staffPasswordSignIn, { body })
  }
  const suspend = async () => {
    for (const employeeId of [pat.employeeId, 'hal'])
      await ada.client.ask(CALLS.changeEmployee, changed(employeeId, 'suspend'))
  }
  await proveChanges(api, suspend, {
    staffSignIn: withPasskey,
    staffPasswordSignIn: withPassword,
    listEmployee: asking(ada.client, 'listEmployee', {}),
  })
})

test('a session shows a role once it is confirmed, and ends with what its owner ends', async () => {
  const una = await employed('Una Roles')
  const { employeeId } = una
  const confirmRole = async () => {
    const enter = { act: 'enter' as const, employeeId, role: aRole('auditor') }
    const { approval } = await ada.client.ask(CALLS.changeRole, { body: enter })
    await confirmAt(confirmerOf(grace), approval?.approvalNo ?? '')
  }
  await proveChanges(api, confirmRole, { readStaffSession: asking(una.client, 'readStaffSession', {}) })
  const others = asking(una.client, 'endStaffSession', { body: { sessionId: null } })
  const elsewhere = () => signInAtDesk({ ...una, client: api.client().atDesk() })
  await proveChanges(api, elsewhere, { endStaffSession: others })
  const [one, two] = [api.client().atDesk(), api.client().atDesk()]
  for (const client of [one, two]) await signInAtDesk({ ...una, client })
  await proveChanges(api, others, {
    staffSignOut: {
      before: asking(one, 'staffSignOut', { body: {} }),
      after: asking(two, 'staffSignOut', { body: {} }),
    },
  })
})

test('an invitation opens until its employee has left, and is entered and confirmed no more', async () => {
  const [first, second] = [await halvesOf('Ina First'), await halvesOf('Ivo Second')]
  const completion = async (halves: Halves) => {
    const client = api.client().atDesk()
    const { challengeId, options } = await client.ask(CALLS.beginEnrollment, { body: halves })
    const response = new SoftwareAuthenticator().register(options)
    const factor = { kind: 'passkey', name: 'Desk key', response } as const
    return asking(client, 'completeEnrollment', { body: { ...halves, challengeId, factor } })
  }
  const again = (employeeId: string) => ({ body: { kind: 'again' as const, employeeId } })
  await employed('Lou Lost')
  const leave = async () => {
    for (const employeeId of ['ivo-second', 'lou-lost'])
      await ada.client.ask(CALLS.changeEmployee, changed(employeeId, 'depart'))
  }
  await proveChanges(api, leave, {
    beginEnrollment: asking(api.client().atDesk(), 'beginEnrollment', { body: second }),
    completeEnrollment: { before: await completion(first), after: await completion(second) },
    inviteEmployee: asking(ada.client, 'inviteEmployee', again('ivo-second')),
  })
})

test('what is changed of an employee waits until they have enrolled', async () => {
  const halves = await invite(admins, 'Noa New', support)
  const employeeId = 'noa-new'
  const role = { act: 'enter' as const, employeeId, role: aRole('auditor') }
  await proveChanges(api, () => enrollAtDesk(api, halves), {
    changeRole: asking(ada.client, 'changeRole', { body: role }),
    changeEmployee: asking(ada.client, 'changeEmployee', changed(employeeId, 'suspend')),
  })
})

test('a terminal gets its credential once it is let in, and is let in once', async () => {
  const [tia, tom] = [await employed('Tia Terminal'), await employed('Tom Terminal')]
  const terminal = api.client().atDesk()
  const begin = () => terminal.ask(CALLS.beginTerminal, { body: { label: 'laptop' } })
  const [one, two] = [await begin(), await begin()]
  const admit = async ({ code }: { readonly code: string }) =>
    asking(tia.client, 'letTerminalIn', { body: await touchedCode(tia, code) })
  const show = ({ code }: { readonly code: string }) =>
    asking(tia.client, 'beginLettingIn', { body: { code } })
  const [first, second] = [await admit(one), await admit(two)]
  await proveChanges(api, () => letIn(tom, two.code), {
    claimTerminal: asking(terminal, 'claimTerminal', { body: { deviceCode: two.deviceCode } }),
    letTerminalIn: { before: first, after: second },
    beginLettingIn: { before: show(await begin()), after: show(two) },
  })
})
