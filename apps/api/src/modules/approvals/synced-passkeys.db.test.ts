import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { tryConfirming } from '../../testing/confirmations.ts'
import {
  aRole,
  confirmerOf,
  type DeskEmployee,
  enrollAtDesk,
  firstAdministrators,
  invite,
  signInAtDesk,
  addKeyAtDesk,
} from '../../testing/desk-staff.ts'
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts'

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]
let una: DeskEmployee

/** A server and an administrator whose only passkey is synced. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  api = await startTestApi({ env })
  admins = await firstAdministrators(api)
  const halves = await invite(admins, 'Una Phone', [aRole('administrator'), aRole('accounting')])
  una = await enrollAtDesk(api, halves, api.client().atDesk(), new SoftwareAuthenticator({ isSynced: true }))
  // A phone and a tablet, both synced.
  await addKeyAtDesk(una, new SoftwareAuthenticator({ isSynced: true }))
  await aDayPasses()
}
afterEach(() => api.close())

/** A role that another administrator enters. */
async function enterRole(): Promise<string> {
  const [ada, grace] = admins
  const body = { act: 'enter', employeeId: grace.employeeId, role: aRole('auditor') } as const
  return (await ada.client.ask(CALLS.changeRole, { body })).approval?.approvalNo ?? ''
}

test('a synced passkey signs in, and is refused for a person’s access with what to do; a device’s own confirms', async () => {
  await start()
  const approvalNo = await enterRole()
  const shown = await una.client.ask(CALLS.showApproval, { params: { approvalNo } })
  expect(shown.obstacle).toBe('devicePasskeyNeeded')
  const refused = await tryConfirming(confirmerOf(una), approvalNo)
  expect(refused.code).toBe(RESPONSE_CODES.approvalRefused.code)
  expect(JSON.stringify(refused.data)).toContain('Add one under My account, then sign in with it.')
  const account = await una.client.ask(CALLS.readStaffAccount, {})
  expect(account).toMatchObject({
    syncedConfirms: false,
    factors: [{ name: 'Desk key', synced: true }, { synced: true }],
  })
  const key = await addKey()
  await aDayPasses()
  // In the session that made it the new one confirms nothing either.
  expect((await tryConfirming(confirmerOf(una), approvalNo)).code).not.toBe(1)
  const there = { ...una, client: api.client().atDesk(), passkey: key }
  await signInAtDesk(there)
  // The question names the key that stays on its device alone; the phone's answer is refused.
  const { digest } = await there.client.ask(CALLS.showApproval, { params: { approvalNo } })
  const begin = { body: { approvalNo, digest } }
  const { challengeId, options } = await there.client.ask(CALLS.beginConfirmation, begin)
  expect(options['allowCredentials']).toHaveLength(1)
  const body = { approvalNo, digest, challengeId, response: una.passkey.assert(options) }
  expect((await there.client.call(CALLS.confirmApproval, { body })).code).toBe(
    RESPONSE_CODES.staffSignInRefused.code,
  )
  expect((await tryConfirming(confirmerOf(there), approvalNo)).code).toBe(1)
})

test('a synced passkey confirms settings; to return what moves money or access it is enough', async () => {
  await start()
  const [ada] = admins
  const closing = await ada.client.ask(CALLS.addHoliday, { body: { date: '2026-10-21', name: 'Mourning' } })
  expect((await tryConfirming(confirmerOf(una), closing.approval.approvalNo)).code).toBe(1)
  const approvalNo = await enterRole()
  const body = { approvalNo, answer: 'return', note: 'not needed' } as const
  expect((await una.client.call(CALLS.answerApproval, { body })).code).toBe(1)
})

test('where the lender takes synced passkeys, one confirms', async () => {
  await start({ SYNCED_PASSKEYS_CONFIRM: 'true' })
  const approvalNo = await enterRole()
  expect((await tryConfirming(confirmerOf(una), approvalNo)).code).toBe(1)
  expect((await una.client.ask(CALLS.readStaffAccount, {})).syncedConfirms).toBe(true)
})

/** Every passkey has had its first day. */
const aDayPasses = () =>
  api.database.executeSql("update employee_factors set made_at = made_at - interval '1 day'", [])

/** Adds a security key, after a proof by the phone. */
async function addKey(): Promise<SoftwareAuthenticator> {
  const asked = await una.client.ask(CALLS.askStaffProof, { body: {} })
  const response = una.passkey.assert(asked.options)
  const proof = { kind: 'passkey', challengeId: asked.challengeId, response } as const
  const { challengeId, options } = await una.client.ask(CALLS.beginPasskey, { body: { proof } })
  const key = new SoftwareAuthenticator()
  await una.client.ask(CALLS.addPasskey, {
    body: { challengeId, name: 'Security key', response: key.register(options) },
  })
  return key
}
