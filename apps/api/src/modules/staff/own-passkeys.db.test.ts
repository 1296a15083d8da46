import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { tryConfirming } from '../../testing/confirmations.ts'
import { openWithPassword } from '../../testing/desk-password.ts'
import {
  aRole,
  confirmerOf,
  type DeskEmployee,
  firstAdministrators,
  invite,
  invitedEmployee,
  linkToken,
  signInAtDesk,
} from '../../testing/desk-staff.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { MOST_FACTORS } from './own-passkeys.ts'
import { MOST_SESSIONS } from './staff-sessions.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const PASSWORD = 'a long password of Hal'
const MINUTE = 60_000
const SECOND = 1_000

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]

beforeAll(async () => {
  api = await startTestApi({ env: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' } })
  admins = await firstAdministrators(api)
})
afterAll(() => api.close())

const employed = (name: string) => invitedEmployee(api, admins, name, [aRole('administrator')])

/** A proof made now, by this passkey or the employee's own. */
async function proofOf({ client, passkey }: Pick<DeskEmployee, 'client' | 'passkey'>, by = passkey) {
  const { challengeId, options } = await client.ask(CALLS.askStaffProof, { body: {} })
  return { kind: 'passkey', challengeId, response: by.assert(options) } as const
}

const begin = async (one: DeskEmployee) =>
  await one.client.ask(CALLS.beginPasskey, { body: { proof: await proofOf(one) } })

/** Adds another authenticator's passkey at the desk. */
async function addKey(one: DeskEmployee, name: string): Promise<SoftwareAuthenticator> {
  const { challengeId, options } = await begin(one)
  const key = new SoftwareAuthenticator()
  const body = { challengeId, name, response: key.register(options) }
  const { factors } = await one.client.ask(CALLS.addPasskey, { body })
  expect(factors.map((factor) => factor.name)).toContain(name)
  return key
}

const firstFactor = async ({ client }: DeskEmployee) =>
  (await client.ask(CALLS.readStaffAccount, {})).factors.find(({ name }) => name === 'Desk key')?.factorId ??
  ''

/** The same employee in another browser, by this passkey. */
async function elsewhere(one: DeskEmployee, passkey: SoftwareAuthenticator): Promise<DeskEmployee> {
  const other = { ...one, client: api.client().atDesk(), passkey }
  await signInAtDesk(other)
  return other
}

const actionsOf = async (employeeId: string) =>
  (await listAudit(api.database.db, 0, `employee:${employeeId}`)).map(({ action }) => action)

test('a second passkey is added after a proof, signs in, and confirms nothing in the session that made it', async () => {
  const una = await employed('Una Keys')
  const vic = await employed('Vic Keys')
  const key = await addKey(una, 'Spare key')
  const role = { act: 'enter', employeeId: 'vic-keys', role: aRole('auditor') } as const
  const { approval } = await admins[0].client.ask(CALLS.changeRole, { body: role })
  const approvalNo = approval?.approvalNo ?? ''
  await api.database.executeSql("update employee_factors set made_at = made_at - interval '1 day'", [])
  const here = confirmerOf({ client: una.client, passkey: key })
  expect((await tryConfirming(here, approvalNo)).code).toBe(codeOf('staffSignInRefused'))
  // In another session it counts like any other passkey.
  const there = await elsewhere(una, key)
  expect((await tryConfirming(confirmerOf(there), approvalNo)).code).toBe(1)
  const named = (await begin(una)).options['excludeCredentials'] as readonly { readonly id: string }[]
  const known = [una.passkey, key, ...[...admins, vic].map(({ passkey }) => passkey)]
  expect(named.map(({ id }) => id).toSorted()).toEqual(
    known.map(({ credentialId }) => credentialId).toSorted(),
  )
  expect(await actionsOf('una-keys')).toContain('passkeyAdded')
})

test('a passkey is removed by another; its sessions end, and the last way in stays', async () => {
  const rae = await employed('Rae Removes')
  const factorId = await firstFactor(rae)
  const remove = async (one: DeskEmployee) => ({ body: { factorId, proof: await proofOf(one) } })
  await expectRefused(rae.client, 'removePasskey', await remove(rae), 'lastFactor')
  const key = await addKey(rae, 'Spare key')
  await expectRefused(rae.client, 'removePasskey', await remove(rae), 'staffSignInRefused')
  const unknown = { body: { factorId: 'none', proof: await proofOf(rae) } }
  await expectRefused(rae.client, 'removePasskey', unknown, 'notFound')
  const there = await elsewhere(rae, key)
  const left = await there.client.ask(CALLS.removePasskey, await remove(there))
  expect(left.factors).toMatchObject([{ name: 'Spare key' }])
  expect(left.sessions).toMatchObject([{ kind: 'desk', own: true }])
  expect((await rae.client.call(CALLS.readStaffSession, {})).code).toBe(codeOf('tokenOutdated'))
  expect(await actionsOf('rae-removes')).toContain('passkeyRemoved')
})

test('a proof is of this session and made once; another’s, a copy’s and a terminal’s are refused', async () => {
  const [pam, pia] = [await employed('Pam Proof'), await employed('Pia Proof')]
  const withProof = (proof: Awaited<ReturnType<typeof proofOf>>) => ({ body: { proof } })
  const used = await proofOf(pam)
  await pam.client.ask(CALLS.beginPasskey, withProof(used))
  for (const [who, proof] of [
    [pam, used],
    [pam, await proofOf(pam, pia.passkey)],
    [pia, await proofOf(pam)],
  ] as const)
    await expectRefused(who.client, 'beginPasskey', withProof(proof), 'staffSignInRefused')
  const { challengeId, options } = await begin(pam)
  const stolen = { body: { challengeId, name: 'mine', response: pia.passkey.register(options) } }
  await expectRefused(pia.client, 'addPasskey', stolen, 'enrollmentRefused')
  const terminal = await signInEmployee(api, 'tia-terminal')
  await expectRefused(terminal, 'askStaffProof', { body: {} }, 'deskRequired')
  await expectRefused(terminal, 'beginPasskey', withProof(used), 'deskRequired')
  await expectRefused(terminal, 'addPasskey', stolen, 'deskRequired')
  await expectRefused(terminal, 'removePasskey', { body: { factorId: 'f', proof: used } }, 'deskRequired')
  const copied = async ({ client, passkey }: DeskEmployee) => {
    const asked = await client.ask(CALLS.askStaffProof, { body: {} })
    const response = passkey.assert(asked.options, { counter: 1 })
    return { kind: 'passkey', challengeId: asked.challengeId, response } as const
  }
  await expectRefused(pam.client, 'beginPasskey', withProof(await copied(pam)), 'passkeyBlocked')
  const removal = { body: { factorId: 'f', proof: await copied(pia) } }
  await expectRefused(pia.client, 'removePasskey', removal, 'passkeyBlocked')
})

test('a password with its app proves as well; its guesses are slowed and a wrong clock is named', async () => {
  const { link, code } = await invite(admins, 'hal', [aRole('support')])
  const hal = await openWithPassword(api, { link: linkToken(link), code })
  expect((await hal.enroll(PASSWORD, hal.appCode())).code).toBe(1)
  api.clock.advance(MINUTE)
  const signIn = { email: 'hal@lender.example', password: PASSWORD, code: hal.appCode() }
  await hal.client.ask(CALLS.staffPasswordSignIn, { body: signIn })
  const proof = (password = PASSWORD, minutes = 0) =>
    ({ kind: 'password', password, code: hal.appCode(minutes) }) as const
  const asks = {
    beginPasskey: async (one: ReturnType<typeof proof>) =>
      (await hal.client.call(CALLS.beginPasskey, { body: { proof: one } })).code,
    removePasskey: async (one: ReturnType<typeof proof>) =>
      (await hal.client.call(CALLS.removePasskey, { body: { factorId: 'f', proof: one } })).code,
  }
  for (const [name, ask] of Object.entries(asks)) {
    api.clock.advance(MINUTE)
    expect(await ask(proof(PASSWORD, -5)), name).toBe(codeOf('authenticatorClockOff'))
    expect(await ask(proof()), name).toBe(name === 'beginPasskey' ? 1 : codeOf('notFound'))
    expect(await ask(proof()), name).toBe(codeOf('staffSignInRefused'))
  }
  for (const [name, ask] of Object.entries(asks)) {
    const codes: number[] = []
    for (let count = 0; count < 7; count += 1) codes.push(await ask(proof('a guess')))
    expect(codes.at(-1), name).toBe(codeOf('signInThrottled'))
  }
})

test('each call answers from what another did (contract.md)', async () => {
  const [kit, kim] = [await employed('Kit Changes'), await employed('Kim Changes')]
  const credentials = (list: unknown) => ({ code: 1, data: (list as readonly unknown[]).length }) as never
  await proveChanges(api, () => addKey(kit, 'Spare key'), {
    readStaffAccount: asking(kit.client, 'readStaffAccount', {}),
    askStaffProof: async () => {
      const { options } = await kit.client.ask(CALLS.askStaffProof, { body: {} })
      return credentials(options['allowCredentials'])
    },
    beginPasskey: async () => credentials((await begin(kit)).options['excludeCredentials']),
  })
  const factorId = await firstFactor(kim)
  let spare = kim.passkey
  const add = async (name: string) => {
    const { challengeId, options } = await begin(kim)
    const body = { challengeId, name, response: new SoftwareAuthenticator().register(options) }
    return await kim.client.call(CALLS.addPasskey, { body })
  }
  const change = async () => void (spare = await addKey(kim, 'Spare key'))
  await proveChanges(api, change, { addPasskey: () => add('another') })
  await proveChanges(api, () => Promise.resolve(), {
    removePasskey: {
      before: async () => {
        const proof = await proofOf(kim)
        return await kim.client.call(CALLS.removePasskey, { body: { factorId, proof } })
      },
      after: async () => {
        const there = await elsewhere(kim, spare)
        const proof = await proofOf(there)
        return await there.client.call(CALLS.removePasskey, { body: { factorId, proof } })
      },
    },
  })
})

test('there are at most a hundred open sessions and twenty ways to sign in: the account page always answers', async () => {
  const max = await employed('Max Many')
  const first = max.client
  for (let count = 0; count < MOST_SESSIONS; count += 1) {
    api.clock.advance(SECOND)
    await signInAtDesk({ client: api.client().atDesk(), passkey: max.passkey })
  }
  api.clock.advance(SECOND)
  // One more than a hundred: the oldest has ended.
  expect((await first.call(CALLS.readStaffAccount, {})).code).toBe(codeOf('tokenOutdated'))
  await signInAtDesk(max)
  const { sessions } = await max.client.ask(CALLS.readStaffAccount, {})
  expect(sessions).toHaveLength(MOST_SESSIONS)
  for (let count = 1; count < MOST_FACTORS; count += 1) await addKey(max, `Spare ${count}`)
  const proof = { body: { proof: await proofOf(max) } }
  await expectRefused(max.client, 'beginPasskey', proof, 'enrollmentRefused')
  const { factors } = await max.client.ask(CALLS.readStaffAccount, {})
  expect(factors).toHaveLength(MOST_FACTORS)
})
