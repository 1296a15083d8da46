import { createFieldCipher } from '../driver/field-cipher.ts'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeChallenge, insertChallenge } from './challenge-repository.ts'
import {
  countEverAdministrators,
  findEmployeeByEmail,
  insertEmployee,
  listAdministrators,
  moveEmployee,
} from './employee-repository.ts'
import {
  advancePasskey,
  findPasskey,
  insertPasskey,
  insertPassword,
  spendFactorStep,
} from './factor-repository.ts'
import {
  confirmInvitation,
  findInvitationByLink,
  insertInvitation,
  useInvitation,
} from './invitation-repository.ts'
import { confirmRoles, endRoles, insertRole, type NewEmployeeRole } from './role-repository.ts'
import { endStaffSessions, findStaffSession, insertStaffSession } from './staff-session-repository.ts'
import {
  findTerminal,
  findWaitingTerminal,
  insertTerminal,
  letTerminalIn,
  useTerminal,
} from './terminal-repository.ts'

const AT = new Date('2026-03-03T15:00:00Z')
const SOON = new Date('2026-03-03T15:30:00Z')
const LATE = new Date('2026-03-03T15:30:01Z')
const key = new Uint8Array(32).fill(7)
const cipher = createFieldCipher({ master: key, index: key, random: new SeededRandom(1) })

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  for (const employeeId of ['ada', 'grace'])
    await insertEmployee(database.db, cipher, {
      employeeId,
      name: employeeId,
      email: `${employeeId}@lender.example`,
      state: 'active',
      createdAt: AT,
      changedAt: AT,
    })
  await insertPassword(database.db, cipher, {
    factorId: 'F1',
    employeeId: 'ada',
    name: 'password',
    invitationNo: 'I0',
    madeInSession: null,
    madeAt: AT,
    passwordHash: 'hash',
    totpSecret: 'SECRET',
    totpLastStep: 1,
  })
})
afterAll(() => database.close())

const aRole = (overrides: Partial<NewEmployeeRole> = {}): NewEmployeeRole => ({
  grantNo: 'G1',
  employeeId: 'ada',
  role: 'administrator',
  portfolioId: null,
  amountLimit: null,
  fromDay: localDate(2026, 3, 1),
  untilDay: localDate(2026, 3, 31),
  grantedBy: 'employee:grace',
  grantedAt: AT,
  ...overrides,
})

test('an employee is found by the work address, however it is written, and no address serves two', async () => {
  expect(await findEmployeeByEmail(database.db, cipher, ' ADA@lender.example')).toMatchObject({
    employeeId: 'ada',
  })
  const again = { employeeId: 'ada-2', name: 'Ada', email: 'ada@lender.example', state: 'invited' } as const
  expect(await insertEmployee(database.db, cipher, { ...again, createdAt: AT, changedAt: AT })).toBe(false)
  const { rows } = await database.executeSql('select email, email_index from employees')
  expect(JSON.stringify(rows)).not.toContain('lender.example')
})

test('a role counts once another confirms it, on its days, until it is ended (console.md, Staff)', async () => {
  const { db } = database
  await insertRole(db, aRole())
  const on = (day: number) => listAdministrators(db, localDate(2026, 3, day))
  expect(await on(3)).toEqual([])
  const byGrace = { by: 'employee:grace', at: AT }
  await expect(confirmRoles(db, { employeeId: 'ada', grantNos: ['G1'] }, byGrace)).rejects.toThrow()
  expect(await confirmRoles(db, { employeeId: 'ada', grantNos: ['G9'] }, byGrace)).toBe(0)
  expect(await confirmRoles(db, { employeeId: 'ada' }, { by: 'employee:joan', at: AT })).toBe(1)
  expect(await confirmRoles(db, { employeeId: 'ada' }, { by: 'employee:joan', at: AT })).toBe(0)
  expect(await on(3)).toEqual(['ada'])
  expect(await countEverAdministrators(db)).toBe(1)
  expect(await listAdministrators(db, localDate(2026, 4, 1))).toEqual([])
  expect(await endRoles(db, { employeeId: 'ada', grantNo: 'G1' }, { by: 'employee:grace', at: AT })).toBe(1)
  expect(await on(3)).toEqual([])
})

test('no role is granted or confirmed by its own holder, whatever the code does', async () => {
  await expect(insertRole(database.db, aRole({ grantNo: 'G2', grantedBy: 'employee:ada' }))).rejects.toThrow()
})

test('a passkey’s counter is taken once: of two answers at once one counts', async () => {
  const passkey = {
    factorId: 'F2',
    employeeId: 'ada',
    name: 'key',
    invitationNo: 'I0',
    madeInSession: null,
    madeAt: AT,
    credentialId: 'C1',
    publicKey: 'P',
    counter: 1,
    backupEligible: false,
    backedUp: false,
    aaguid: 'A',
    transports: ['usb'],
    serialHash: null,
  }
  const { db } = database
  expect(await insertPasskey(db, passkey)).toBe(true)
  expect(await insertPasskey(db, { ...passkey, factorId: 'F3', employeeId: 'grace' })).toBe(false)
  const next = { counter: 2, backupEligible: false, backedUp: false, at: AT }
  const both = await Promise.all([advancePasskey(db, passkey, next), advancePasskey(db, passkey, next)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await findPasskey(db, 'C1')).toMatchObject({ counter: 2, lastUsedAt: AT })
  expect(await spendFactorStep(db, 'F1', 2, AT)).toBe(true)
  expect(await spendFactorStep(db, 'F1', 2, AT)).toBe(false)
})

test('a session is read with its holder’s state, so that a suspension counts at the next request', async () => {
  const { db } = database
  const session = {
    tokenHash: 'T1',
    sessionId: 'S1',
    employeeId: 'ada',
    kind: 'desk',
    factorId: 'F1',
    label: null,
    createdAt: AT,
    lastSeenAt: AT,
    expiresAt: SOON,
    endedAt: null,
    touchedAt: null,
  } as const
  await insertStaffSession(db, session)
  expect(await findStaffSession(db, 'T1')).toMatchObject({ state: 'active', roles: [] })
  expect(await moveEmployee(db, 'ada', { from: 'active', to: 'suspended', at: AT })).toBe(true)
  expect(await moveEmployee(db, 'ada', { from: 'active', to: 'suspended', at: AT })).toBe(false)
  expect(await findStaffSession(db, 'T1')).toMatchObject({ state: 'suspended' })
  expect(await endStaffSessions(db, { employeeId: 'ada' }, AT)).toBe(1)
  expect(await findStaffSession(db, 'T1')).toMatchObject({ endedAt: AT })
})

test('an invitation takes two people, and its link works once and in time', async () => {
  const { db } = database
  const invitation = { invitationNo: 'I1', employeeId: 'ada', codeHash: 'c', invitedBy: 'employee:grace' }
  await insertInvitation(db, { ...invitation, invitedAt: AT, expiresAt: SOON })
  const confirmation = { linkHash: 'L1', at: AT, expiresAt: SOON }
  await expect(confirmInvitation(db, 'I1', { ...confirmation, by: 'employee:grace' })).rejects.toThrow()
  await expect(confirmInvitation(db, 'I1', { ...confirmation, by: 'employee:ada' })).rejects.toThrow()
  expect(await confirmInvitation(db, 'I1', { ...confirmation, by: 'employee:joan' })).toBe(true)
  expect(await confirmInvitation(db, 'I1', { ...confirmation, by: 'employee:joan' })).toBe(false)
  expect(await findInvitationByLink(db, 'L1')).toMatchObject({ invitationNo: 'I1' })
  expect(await useInvitation(db, 'I1', LATE)).toBe(false)
  expect(await useInvitation(db, 'I1', AT)).toBe(true)
  expect(await useInvitation(db, 'I1', AT)).toBe(false)
})

test('a challenge is consumed once, in time and for its purpose alone (staff-passkeys.md)', async () => {
  const { db } = database
  const challenge = {
    challengeId: 'X1',
    nonce: 'n',
    purpose: 'signIn',
    employeeId: null,
    subject: null,
  } as const
  await insertChallenge(db, { ...challenge, actDigest: null, createdAt: AT, expiresAt: SOON })
  expect(await consumeChallenge(db, 'X1', 'act', AT)).toBeUndefined()
  expect(await consumeChallenge(db, 'X1', 'signIn', LATE)).toBeUndefined()
  const both = await Promise.all([1, 2].map(() => consumeChallenge(db, 'X1', 'signIn', AT)))
  expect(both.filter((one) => one !== undefined)).toHaveLength(1)
})

test('a terminal is let in once, by the code that it shows', async () => {
  const { db } = database
  await insertTerminal(db, {
    deviceHash: 'D1',
    codeHash: 'K1',
    label: 'laptop',
    address: '192.0.2.1',
    createdAt: AT,
    expiresAt: SOON,
  })
  expect(await findWaitingTerminal(db, 'K1', AT)).toMatchObject({ label: 'laptop' })
  expect(await letTerminalIn(db, 'K1', { employeeId: 'ada', factorId: 'F1', at: LATE })).toBe(false)
  expect(await letTerminalIn(db, 'K1', { employeeId: 'ada', factorId: 'F1', at: AT })).toBe(true)
  expect(await letTerminalIn(db, 'K1', { employeeId: 'grace', factorId: 'F1', at: AT })).toBe(false)
  expect(await findTerminal(db, 'D1')).toMatchObject({ employeeId: 'ada', usedAt: null })
  expect(await useTerminal(db, 'D1', AT)).toBe(true)
  expect(await useTerminal(db, 'D1', AT)).toBe(false)
})
