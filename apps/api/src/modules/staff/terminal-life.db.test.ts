import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import {
  addKeyAtDesk,
  aRole,
  confirmerOf,
  type DeskEmployee,
  firstAdministrators,
  invitedEmployee,
  letIn,
  proofAtDesk,
  signInAtDesk,
  terminalOf,
  touchedCode,
} from '../../testing/desk-staff.ts'
import { confirmAt } from '../../testing/confirmations.ts'
import { codeOf } from '../../testing/response-code-of.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]
let count = 0

beforeAll(async () => {
  api = await startTestApi({ env: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' } })
  admins = await firstAdministrators(api)
})
afterAll(() => api.close())

const employed = async () => {
  count += 1
  for (const admin of admins) await signInAtDesk(admin)
  return await invitedEmployee(api, admins, `Fay Terminal ${'ABCDEFGHIJKLMNOPQ'[count] ?? ''}`, [
    aRole('support'),
  ])
}

const begin = async () => {
  const terminal = api.client().atDesk()
  return { terminal, ...(await terminal.ask(CALLS.beginTerminal, { body: { label: 'laptop' } })) }
}

const whoIs = async (client: TestClient) => (await client.call(CALLS.readStaffSession, {})).code

test('a terminal is let in by a touch over where, who and which rights, once', async () => {
  const fay = await employed()
  const { terminal, deviceCode, code } = await begin()
  expect(await terminal.ask(CALLS.claimTerminal, { body: { deviceCode } })).toEqual({ waiting: true })
  const shown = await fay.client.ask(CALLS.beginLettingIn, { body: { code: code.toLowerCase() } })
  expect(shown).toMatchObject({ label: 'laptop', address: '127.0.0.1' })
  expect(shown.roles).toEqual([expect.stringContaining('support, every portfolio')])
  const body = { code, challengeId: shown.challengeId, response: fay.passkey.assert(shown.options) }
  expect(await fay.client.ask(CALLS.letTerminalIn, { body })).toEqual({ label: 'laptop' })
  await expectRefused(fay.client, 'letTerminalIn', { body }, 'notFound')
  const claimed = await terminal.ask(CALLS.claimTerminal, { body: { deviceCode } })
  terminal.session = { accessToken: claimed.waiting ? '' : claimed.credential, userCredential: '' }
  expect(await terminal.ask(CALLS.readStaffSession, {})).toMatchObject({
    kind: 'terminal',
    name: fay.client && expect.stringContaining('Fay Terminal'),
  })
  await expectRefused(terminal, 'claimTerminal', { body: { deviceCode } }, 'linkNoLongerValid')
  await expectRefused(terminal, 'beginLettingIn', { body: { code } }, 'deskRequired')
  await expectRefused(terminal, 'letTerminalIn', { body }, 'deskRequired')
  const audited = await listAudit(api.database.db, 0, `employee:${fay.employeeId}`)
  expect(audited.find(({ action }) => action === 'terminalAdmitted')?.facts).toMatchObject({
    label: 'laptop',
    address: '127.0.0.1',
    factorId: expect.any(String),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('ten letters alone let nothing in: no touch, that of another terminal, of a sign-in, of another person, of other rights', async () => {
  const [fay, gus] = [await employed(), await employed()]
  const [one, two] = [await begin(), await begin()]
  const answer = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} } as const
  const empty = { ...answer, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }
  const none = { code: one.code, challengeId: 'c'.repeat(22), response: empty }
  await expectRefused(fay.client, 'letTerminalIn', { body: none }, 'staffSignInRefused')
  const other = { ...(await touchedCode(fay, two.code)), code: one.code }
  await expectRefused(fay.client, 'letTerminalIn', { body: other }, 'staffSignInRefused')
  const signIn = await fay.client.ask(CALLS.beginStaffSignIn, { body: {} })
  const signed = {
    code: one.code,
    challengeId: signIn.challengeId,
    response: fay.passkey.assert(signIn.options),
  }
  await expectRefused(fay.client, 'letTerminalIn', { body: signed }, 'staffSignInRefused')
  const asked = await fay.client.ask(CALLS.beginLettingIn, { body: { code: one.code } })
  const ofGus = {
    code: one.code,
    challengeId: asked.challengeId,
    response: gus.passkey.assert(asked.options),
  }
  await expectRefused(fay.client, 'letTerminalIn', { body: ofGus }, 'staffSignInRefused')
  const before = await touchedCode(fay, one.code)
  const role = { act: 'enter', employeeId: fay.employeeId, role: aRole('auditor') } as const
  const { approval } = await admins[0].client.ask(CALLS.changeRole, { body: role })
  await confirmAt(confirmerOf(admins[1]), approval?.approvalNo ?? '')
  await expectRefused(fay.client, 'letTerminalIn', { body: before }, 'approvalChanged')
  const { deviceCode } = one
  expect(await one.terminal.ask(CALLS.claimTerminal, { body: { deviceCode } })).toEqual({ waiting: true })
})

test('a copy of the passkey lets nothing in, and blocks the passkey', async () => {
  const fay = await employed()
  const { terminal, deviceCode, code } = await begin()
  const { challengeId, options } = await fay.client.ask(CALLS.beginLettingIn, { body: { code } })
  const body = { code, challengeId, response: fay.passkey.assert(options, { counter: 1 }) }
  await expectRefused(fay.client, 'letTerminalIn', { body }, 'passkeyBlocked')
  expect(await whoIs(fay.client)).toBe(codeOf('tokenOutdated'))
  expect(await terminal.ask(CALLS.claimTerminal, { body: { deviceCode } })).toEqual({ waiting: true })
})

const suspend = (by: DeskEmployee, employeeId: string) =>
  by.client.ask(CALLS.changeEmployee, { body: { employeeId, change: 'suspend', note: 'laptop stolen' } })

/** Removes the passkey that let the terminal in, by another. */
async function removeFirstKey(fay: DeskEmployee): Promise<void> {
  const key = await addKeyAtDesk(fay)
  const there = { ...fay, client: api.client().atDesk(), passkey: key }
  await signInAtDesk(there)
  const { factors } = await there.client.ask(CALLS.readStaffAccount, {})
  const factorId = factors.find(({ name }) => name === 'Desk key')?.factorId ?? ''
  await there.client.ask(CALLS.removePasskey, { body: { factorId, proof: await proofAtDesk(there) } })
}

/** Each way in which a person's terminals end, by the employee whose terminal it is. */
const ENDINGS: readonly (readonly [string, (fay: DeskEmployee) => Promise<unknown>])[] = [
  ['sign-out at the desk', ({ client }) => client.ask(CALLS.staffSignOut, { body: {} })],
  [
    'sign-out in another browser',
    async (fay) => {
      const there = { ...fay, client: api.client().atDesk() }
      await signInAtDesk(there)
      await there.client.ask(CALLS.staffSignOut, { body: {} })
    },
  ],
  [
    'sign-out of another terminal',
    async (fay) => (await terminalOf(api, fay)).ask(CALLS.staffSignOut, { body: {} }),
  ],
  [
    'the end of the other sessions',
    ({ client }) => client.ask(CALLS.endStaffSession, { body: { sessionId: null } }),
  ],
  ['suspension', ({ employeeId }) => suspend(admins[0], employeeId)],
  ['removal of the passkey', removeFirstKey],
  [
    'a blocked passkey',
    async (fay) => {
      const stranger = api.client().atDesk()
      const { challengeId, options } = await stranger.ask(CALLS.beginStaffSignIn, { body: {} })
      const response = fay.passkey.assert(options, { counter: 1 })
      await expectRefused(stranger, 'staffSignIn', { body: { challengeId, response } }, 'passkeyBlocked')
    },
  ],
  [
    'a new invitation that is confirmed',
    async ({ employeeId }) => {
      const body = { kind: 'again', employeeId } as const
      const { approval } = await admins[0].client.ask(CALLS.inviteEmployee, { body })
      await confirmAt(confirmerOf(admins[1]), approval.approvalNo)
    },
  ],
]

test.each(ENDINGS)('%s ends a terminal, and one that was let in and not claimed', async (_, end) => {
  const fay = await employed()
  const terminal = await terminalOf(api, fay)
  const inTheMaking = await begin()
  await letIn(fay, inTheMaking.code)
  await end(fay)
  expect(await whoIs(terminal)).toBe(codeOf('tokenOutdated'))
  const body = { deviceCode: inTheMaking.deviceCode }
  await expectRefused(inTheMaking.terminal, 'claimTerminal', { body }, 'linkNoLongerValid')
})

test('a session that is none of one’s own ends nothing, and no terminal with it', async () => {
  const fay = await employed()
  const terminal = await terminalOf(api, fay)
  const ended = await fay.client.ask(CALLS.endStaffSession, { body: { sessionId: 'another' } })
  expect(ended).toEqual({ ended: 0 })
  expect(await whoIs(terminal)).toBe(1)
})

test('a terminal ends after 12 hours, used or not', async () => {
  const fay = await employed()
  const terminal = await terminalOf(api, fay)
  api.clock.advance(12 * HOUR_MS - MINUTE_MS)
  expect(await whoIs(terminal)).toBe(1)
  api.clock.advance(MINUTE_MS)
  expect(await whoIs(terminal)).toBe(codeOf('tokenOutdated'))
})
