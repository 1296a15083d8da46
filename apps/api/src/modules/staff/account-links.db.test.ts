import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmAt, tryConfirming } from '../../testing/confirmations.ts'
import {
  aDayLater,
  aRole,
  confirmerOf,
  type DeskEmployee,
  enrollAtDesk,
  firstAdministrators,
  type Halves,
  invite,
  invitedEmployee,
  linkToken,
  proofAtDesk,
  signInAtDesk,
  terminalOf,
} from '../../testing/desk-staff.ts'
import { codeOf } from '../../testing/response-code-of.ts'
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { linkBySerial } from './account-links.ts'

let api: TestApi
let admins: readonly [DeskEmployee, DeskEmployee]

beforeAll(async () => {
  api = await startTestApi({ env: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' } })
  admins = await firstAdministrators(api)
})
afterAll(() => api.close())

const backAgain = async () => {
  for (const admin of admins) await signInAtDesk(admin)
}

/** A bank holiday that one enters; the number of its approval. */
let day = 10
async function entered({ client }: DeskEmployee): Promise<string> {
  day += 1
  const { approval } = await client.ask(CALLS.addHoliday, {
    body: { date: `2026-11-${day}`, name: 'Mourning' },
  })
  return approval.approvalNo
}

const obstacleOf = async ({ client }: DeskEmployee, approvalNo: string) =>
  (await client.ask(CALLS.showApproval, { params: { approvalNo } })).obstacle

const linksOf = async () => (await admins[0].client.ask(CALLS.listEmployee, {})).links

const actionsOf = async (employeeId: string) =>
  (await listAudit(api.database.db, 0, `employee:${employeeId}`)).map(({ action }) => action)

test('a passkey confirms from 24 hours after its enrollment, and beside a second one', async () => {
  await backAgain()
  const cal = await invitedEmployee(api, admins, 'Cal Cash', [aRole('cash')])
  const abe = await invitedEmployee(api, admins, 'Abe Account', [aRole('accounting')])
  const first = await entered(cal)
  expect(await obstacleOf(abe, first)).toBe('secondPasskeyNeeded')
  const refused = await tryConfirming(confirmerOf(abe), first)
  expect(JSON.stringify(refused.data)).toContain('Add another under My account')
  await aDayLater(api, abe)
  expect((await tryConfirming(confirmerOf(abe), first)).code).toBe(1)
})

test('the first two administrators confirm at once, also at one browser', async () => {
  await backAgain()
  const [ada, grace] = admins
  const shared = { ...grace, client: ada.client }
  await signInAtDesk(shared)
  await signInAtDesk(ada)
  expect(await linksOf()).toEqual([])
})

test('two accounts at one browser confirm nothing of each other, until two other administrators lift it', async () => {
  await backAgain()
  const cora = await invitedEmployee(api, admins, 'Cora Cash', [aRole('cash')])
  const dana = await invitedEmployee(api, admins, 'Dana Account', [
    aRole('accounting'),
    aRole('administrator'),
  ])
  const third = await invitedEmployee(api, admins, 'Iris Compliance', [aRole('compliance')])
  await aDayLater(api, cora, dana, third)
  await backAgain()
  const waiting = await entered(cora)
  expect(await obstacleOf(dana, waiting)).toBeNull()
  // Dana signs in at Cora's browser, once; her own stays hers.
  await signInAtDesk({ ...dana, client: cora.client })
  await signInAtDesk(cora)
  expect(await obstacleOf(dana, waiting)).toBe('linkedAccounts')
  const refused = await tryConfirming(confirmerOf(dana), waiting)
  expect(refused).toMatchObject({ code: codeOf('approvalRefused') })
  expect(JSON.stringify(refused.data)).toContain('two other administrators lift the link')
  const [link] = await linksOf()
  expect(link).toMatchObject({
    finding: 'browser',
    one: { name: 'Cora Cash' },
    other: { name: 'Dana Account' },
  })
  const linkNo = link?.linkNo ?? ''
  const lift = { body: { linkNo, note: 'one desk, two persons' } }
  await expectRefused(dana.client, 'liftLink', lift, 'ownAccountRefused')
  const { approval } = await admins[0].client.ask(CALLS.liftLink, lift)
  expect(await obstacleOf(admins[0], approval.approvalNo)).toBe('enteredByYourself')
  expect(await obstacleOf(third, approval.approvalNo)).toBe('noRole')
  expect(await obstacleOf(dana, approval.approvalNo)).toBe('aboutYourself')
  await proveChanges(api, () => confirmAt(confirmerOf(admins[1]), approval.approvalNo), {
    liftLink: asking(admins[0].client, 'liftLink', lift),
  })
  expect(await linksOf()).toEqual([])
  await expectRefused(admins[0].client, 'liftLink', lift, 'conflict')
  expect(await obstacleOf(dana, waiting)).toBeNull()
  // The same browser is no new finding.
  await signInAtDesk({ ...dana, client: cora.client })
  await signInAtDesk(cora)
  expect((await tryConfirming(confirmerOf(dana), waiting)).code).toBe(1)
  for (const id of ['cora-cash', 'dana-account'])
    expect(await actionsOf(id)).toEqual(expect.arrayContaining(['accountsLinked', 'linkLifted']))
  const unknown = { body: { linkNo: 'x'.repeat(22), note: 'nothing there' } }
  await expectRefused(admins[0].client, 'liftLink', unknown, 'notFound')
})

test('an account that is enrolled at the browser of another is linked, also by password later', async () => {
  await backAgain()
  const eve = await invitedEmployee(api, admins, 'Eve Cash', [aRole('cash')])
  await enrollAtDesk(api, await invite(admins, 'Eva Account', [aRole('accounting')]), eve.client)
  expect(await linksOf()).toMatchObject([{ one: { name: 'Eva Account' }, other: { name: 'Eve Cash' } }])
})

test('an enrollment names the keys of colleagues with the counter-right alone, the newest first', async () => {
  await backAgain()
  const cash = await invitedEmployee(api, admins, 'Nel Cash', [aRole('cash', 110)])
  await invitedEmployee(api, admins, 'Sue Support', [aRole('support', 110)])
  api.clock.advance(1_000)
  const newer = await invitedEmployee(api, admins, 'Ned Cash', [aRole('cash', 110)])
  const elsewhere = await invitedEmployee(api, admins, 'Nat Cash', [aRole('cash', 118)])
  const { link, code } = await invite(admins, 'Ann Account', [aRole('accounting', 110)])
  const halves = { link: linkToken(link), code }
  const { options } = await api.client().atDesk().ask(CALLS.beginEnrollment, { body: halves })
  const named = (options['excludeCredentials'] as readonly { id: string }[]).map(({ id }) => id)
  const idOf = ({ passkey }: DeskEmployee) => passkey.credentialId
  expect(named.indexOf(idOf(newer))).toBeGreaterThanOrEqual(0)
  expect(named.indexOf(idOf(newer))).toBeLessThan(named.indexOf(idOf(cash)))
  expect(named).not.toContain(idOf(elsewhere))
  expect(named.length).toBeLessThanOrEqual(60)
})

type Copy = Parameters<SoftwareAuthenticator['assert']>[1]

/** Begins an enrollment with a key that the browser refuses as known, which then signs. */
async function offerAtEnrollment(
  client: TestClient,
  invitation: Halves,
  key: SoftwareAuthenticator,
  copy?: Copy,
) {
  const halves = { link: linkToken(invitation.link), code: invitation.code }
  const begun = await client.ask(CALLS.beginEnrollment, { body: halves })
  const report = { ...halves, challengeId: begun.challengeId }
  const { challengeId, options } = await client.ask(CALLS.reportKnownKey, { body: report })
  const body = { ...halves, challengeId, response: key.assert(options, copy) }
  return { report, isKnown: key.knows(begun.options), options, body }
}

test('a key that a browser refuses as known says whose it is, and both accounts are linked', async () => {
  await backAgain()
  const key = new SoftwareAuthenticator()
  const owner = await invite(admins, 'Kim Cash', [aRole('cash')])
  await enrollAtDesk(api, owner, api.client().atDesk(), key)
  const invitation = await invite(admins, 'Kit Account', [aRole('accounting')])
  const client = api.client().atDesk()
  const { report, isKnown, body } = await offerAtEnrollment(client, invitation, key)
  expect(isKnown).toBe(true)
  await expectRefused(client, 'reportKnownKey', { body: report }, 'linkNoLongerValid')
  expect(await client.ask(CALLS.nameKnownKey, { body })).toEqual({ linked: true })
  expect(await linksOf()).toContainEqual(
    expect.objectContaining({ finding: 'knownKey', one: { employeeId: 'kim-cash', name: 'Kim Cash' } }),
  )
  expect(await actionsOf('kit-account')).toEqual(
    expect.arrayContaining(['knownKeyOffered', 'accountsLinked']),
  )
  // With a key of their own they come in, and stay linked.
  await enrollAtDesk(api, invitation, client)
})

/** Begins a further passkey under My account with a key that the browser refuses as known, which then signs. */
async function offerAtAccount(employee: DeskEmployee, key: SoftwareAuthenticator, copy?: Copy) {
  const { client } = employee
  const { challengeId, options } = await client.ask(CALLS.beginPasskey, {
    body: { proof: await proofAtDesk(employee) },
  })
  const asked = await client.ask(CALLS.reportOwnKnownKey, { body: { challengeId } })
  const body = { challengeId: asked.challengeId, response: key.assert(asked.options, copy) }
  return { begun: challengeId, isKnown: key.knows(options), options: asked.options, body }
}

test('a key that is refused as known under My account links both, too; one’s own links nothing', async () => {
  await backAgain()
  const una = await invitedEmployee(api, admins, 'Una Offers', [aRole('accounting')])
  const ula = await invitedEmployee(api, admins, 'Ula Owner', [aRole('cash')])
  const offered = await offerAtAccount(una, ula.passkey)
  expect(offered.isKnown).toBe(true)
  await expectRefused(
    una.client,
    'reportOwnKnownKey',
    { body: { challengeId: offered.begun } },
    'enrollmentRefused',
  )
  await expectRefused(ula.client, 'nameOwnKnownKey', { body: offered.body }, 'enrollmentRefused')
  const again = await offerAtAccount(una, ula.passkey)
  expect(await una.client.ask(CALLS.nameOwnKnownKey, { body: again.body })).toEqual({ linked: true })
  expect(await linksOf()).toContainEqual(
    expect.objectContaining({ finding: 'knownKey', one: { employeeId: 'ula-owner', name: 'Ula Owner' } }),
  )
  expect(await actionsOf('una-offers')).toEqual(expect.arrayContaining(['knownKeyOffered', 'accountsLinked']))
  const links = (await linksOf()).length
  const own = await offerAtAccount(una, una.passkey)
  expect(await una.client.ask(CALLS.nameOwnKnownKey, { body: own.body })).toEqual({ linked: false })
  expect(await linksOf()).toHaveLength(links)
})

test('whose a known key is follows who enrolls with it; a stranger’s key links no one, and a copy is blocked', async () => {
  await backAgain()
  const [key, strange] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
  const owner = await invite(admins, 'Kai Cash', [aRole('cash')])
  const invitation = await invite(admins, 'Kay Account', [aRole('accounting')])
  const una = await invitedEmployee(api, admins, 'Una Known', [aRole('accounting')])
  const client = api.client().atDesk()
  const enrolling = (one: SoftwareAuthenticator, copy?: Copy) =>
    offerAtEnrollment(client, invitation, one, copy)
  const own = (one: SoftwareAuthenticator, copy?: Copy) => offerAtAccount(una, one, copy)
  const asked = ({ options }: { readonly options: Readonly<Record<string, unknown>> }) => ({
    code: 1,
    data: options['allowCredentials'],
  })
  await proveChanges(api, () => enrollAtDesk(api, owner, api.client().atDesk(), key), {
    reportKnownKey: async () => asked(await enrolling(key)),
    nameKnownKey: async () => client.call(CALLS.nameKnownKey, await enrolling(key)),
    reportOwnKnownKey: async () => asked(await own(key)),
    nameOwnKnownKey: async () => una.client.call(CALLS.nameOwnKnownKey, await own(key)),
  })
  await expectRefused(client, 'nameKnownKey', await enrolling(strange), 'staffSignInRefused')
  await expectRefused(client, 'nameKnownKey', await enrolling(key, { counter: 1 }), 'passkeyBlocked')
  await expectRefused(una.client, 'nameOwnKnownKey', await own(strange), 'staffSignInRefused')
  await expectRefused(una.client, 'nameOwnKnownKey', await own(una.passkey, { counter: 1 }), 'passkeyBlocked')
})

test('a terminal offers no key', async () => {
  await backAgain()
  const tia = await invitedEmployee(api, admins, 'Tia Offers', [aRole('accounting')])
  const terminal = await terminalOf(api, tia)
  const { body } = await offerAtAccount(tia, tia.passkey)
  const { challengeId } = body
  await expectRefused(terminal, 'reportOwnKnownKey', { body: { challengeId } }, 'deskRequired')
  await expectRefused(terminal, 'nameOwnKnownKey', { body }, 'deskRequired')
})

test('two keys of which the attestations name one serial number link their accounts; no serial number links no one', async () => {
  await backAgain()
  const sam = await invitedEmployee(api, admins, 'Sam Serial', [aRole('cash')])
  const sue = await invitedEmployee(api, admins, 'Sue Serial', [aRole('accounting')])
  const serial = 'e'.repeat(64)
  const links = (await linksOf()).length
  const noteSerial = (employeeId: string, hash: string | null) =>
    api.deps.units.write(async (unit) => {
      await linkBySerial(api.deps, unit, employeeId, hash)
      return ok(undefined)
    })
  await noteSerial(sue.employeeId, null)
  expect(await linksOf()).toHaveLength(links)
  const sql = 'update employee_factors set serial_hash = $1 where employee_id = $2'
  await api.database.executeSql(sql, [serial, sam.employeeId])
  await noteSerial(sue.employeeId, serial)
  expect(await linksOf()).toContainEqual(
    expect.objectContaining({
      finding: 'serialNumber',
      one: { employeeId: 'sam-serial', name: 'Sam Serial' },
      other: { employeeId: 'sue-serial', name: 'Sue Serial' },
    }),
  )
})

test('a credential that another account has is refused for a second, and links the two', async () => {
  await backAgain()
  const key = new SoftwareAuthenticator()
  await enrollAtDesk(api, await invite(admins, 'Lea Cash', [aRole('cash')]), api.client().atDesk(), key)
  const { link, code } = await invite(admins, 'Lou Account', [aRole('accounting')])
  const halves = { link: linkToken(link), code }
  const client = api.client().atDesk()
  const { challengeId, options } = await client.ask(CALLS.beginEnrollment, { body: halves })
  const factor = { kind: 'passkey', name: 'Key', response: key.register(options) } as const
  await expectRefused(client, 'completeEnrollment', { body: { ...halves, challengeId, factor } }, 'knownKey')
  expect((await linksOf()).map(({ one }) => one.name)).toContain('Lea Cash')
  const lin = await invitedEmployee(api, admins, 'Lin Account', [aRole('accounting')])
  const begun = await lin.client.ask(CALLS.beginPasskey, { body: { proof: await proofAtDesk(lin) } })
  const body = { challengeId: begun.challengeId, name: 'Key', response: key.register(begun.options) }
  await expectRefused(lin.client, 'addPasskey', { body }, 'knownKey')
  expect((await linksOf()).map(({ other }) => other.name)).toContain('Lin Account')
})

test('a day is a day for each key: one that is added starts anew', async () => {
  await backAgain()
  const una = await invitedEmployee(api, admins, 'Una Account', [aRole('accounting')])
  const max = await invitedEmployee(api, admins, 'Max Cash', [aRole('cash')])
  await aDayLater(api, una, max)
  const waiting = await entered(max)
  expect(await obstacleOf(una, waiting)).toBeNull()
  api.clock.advance(DAY_MS)
  await signInAtDesk(una)
  expect(await obstacleOf(una, waiting)).toBeNull()
})
