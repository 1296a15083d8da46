import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sweepEnded } from '../driver/sweep-repository.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContacts, saveContact } from './contact-repository.ts'
import {
  findCustomer,
  findCustomerByEmail,
  findOwnersBySsn,
  insertCustomer,
  moveAccountStatus,
  saveProfile,
  setOptInFlags,
  setPassword,
} from './customer-repository.ts'
import { createIdempotencyRepository } from '../driver/idempotency-repository.ts'
import {
  forgetDevices,
  insertLoginCode,
  distrustDevices,
  findDevice,
  knowDevice,
  renewLoginCode,
  tryLoginCode,
} from './login-code-repository.ts'
import {
  clearAttempts,
  countAttempt,
  countUpTo,
  readWindow,
  uncountAttempt,
} from '../driver/rate-limit-repository.ts'
import {
  consumeResource,
  countResourceFailure,
  findResource,
  insertResource,
  revokeResources,
} from '../applications/resource-repository.ts'
import {
  endSession,
  endSessionsOf,
  findSession,
  findSessionByChannel,
  insertSession,
  listSessionsOf,
  touchSession,
} from './session-repository.ts'

const at = new Date('2026-03-03T15:00:00Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const cipher = testCipher()
const anna = { portfolioId: 118, openId: 'anna' }

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

describe('customers', () => {
  const person = {
    email: 'Anna@Example.com',
    profile: { firstName: 'Anna' },
    accountStatus: AccountStatus.active,
  } as const

  test('one account per e-mail and portfolio, in whatever case; another portfolio is another customer', async () => {
    expect(await insertCustomer(database.db, cipher, { ...anna, ...person }, at)).toBe(true)
    const again = { ...anna, ...person, openId: 'other', email: ' anna@example.COM ' }
    expect(await insertCustomer(database.db, cipher, again, at)).toBe(false)
    expect(await insertCustomer(database.db, cipher, { ...again, portfolioId: 110 }, at)).toBe(true)
    expect(await findCustomerByEmail(database.db, cipher, 118, 'ANNA@example.com')).toMatchObject({
      ...anna,
      email: 'Anna@Example.com',
      profile: { firstName: 'Anna' },
      ssn: null,
    })
    expect(await findCustomer(database.db, cipher, { ...anna, portfolioId: 110 })).toBeUndefined()
  })

  test('personal data lies sealed, and is found by blind index (design/security.md T19)', async () => {
    await saveProfile(database.db, cipher, anna, { profile: { lastName: 'Canary' }, ssn: '900123456', at })
    expect(await findCustomer(database.db, cipher, anna)).toMatchObject({
      ssn: '900123456',
      profile: { lastName: 'Canary' },
    })
    expect(await findOwnersBySsn(database.db, cipher, 118, '900123456')).toEqual([anna])
    expect(await findOwnersBySsn(database.db, cipher, 110, '900123456')).toEqual([])
    const { rows } = await database.executeSql('select * from customers')
    expect(JSON.stringify(rows)).not.toMatch(/900123456|canary|example\.com/i)
  })

  test('a password, opt-in flags and the status of the account are changed, each by itself', async () => {
    await setPassword(database.db, anna, 'hash', at)
    await setOptInFlags(database.db, anna, 10, at)
    expect(await findCustomer(database.db, cipher, anna)).toMatchObject({
      passwordHash: 'hash',
      optInFlags: 10,
    })
    expect(await moveAccountStatus(database.db, anna, { from: 1, to: -3, at })).toBe(true)
    expect(await moveAccountStatus(database.db, anna, { from: 1, to: -3, at })).toBe(false)
  })

  test('a changed contact is unverified, an unchanged one stays verified (domain.md §3)', async () => {
    const phone = { contactType: 2, value: '2025550123', verified: true } as const
    await saveContact(database.db, cipher, anna, { contact: phone, at })
    await saveContact(database.db, cipher, anna, { contact: { ...phone, verified: false }, at })
    expect(await listContacts(database.db, cipher, anna)).toEqual([phone])
    const changed = { ...phone, value: '2025550124', verified: false }
    await saveContact(database.db, cipher, anna, { contact: changed, at })
    expect(await listContacts(database.db, cipher, anna)).toEqual([changed])
    await saveContact(database.db, cipher, anna, { contact: { ...changed, verified: true }, at })
    expect(await listContacts(database.db, cipher, anna)).toEqual([{ ...changed, verified: true }])
  })
})

describe('sessions', () => {
  const session = (name: string) => ({
    ...anna,
    tokenHash: `token ${name}`,
    sessionId: `session ${name}`,
    channelId: `channel ${name}`,
    grantType: 2 as const,
    createdAt: at,
    lastSeenAt: at,
    authenticatedAt: at,
    expiresAt: later(43_200),
  })

  test('a session is seen at most once a minute (design/security.md D12)', async () => {
    await insertSession(database.db, session('a'))
    await touchSession(database.db, 'token a', later(59))
    expect(await findSession(database.db, 'token a')).toMatchObject({ lastSeenAt: at })
    await touchSession(database.db, 'token a', later(61))
    expect(await findSessionByChannel(database.db, 'channel a')).toMatchObject({ lastSeenAt: later(61) })
  })

  test('live sessions are listed, the one last seen first; not those ended, idle or past their end (ASVS 7.5.2)', async () => {
    const bert = { portfolioId: 118, openId: 'bert' }
    const add = (name: string, seen: number, more: object = {}) =>
      insertSession(database.db, { ...session(name), ...bert, lastSeenAt: later(seen), ...more })
    await add('bert 1', 100, { browser: 'Chrome', system: 'Android' })
    await add('bert 2', 200)
    await add('bert 3', 300, { endedAt: later(301) })
    await add('bert 4', 300, { expiresAt: later(400) })
    await add('bert 5', 50)
    await add('bert 6', 300, { portfolioId: 110 })
    const live = { now: later(400), seenAfter: later(50) }
    const listed = await listSessionsOf(database.db, bert, live, 10)
    expect(listed.map(({ sessionId }) => sessionId)).toEqual(['session bert 2', 'session bert 1'])
    expect(listed[1]).toMatchObject({ browser: 'Chrome', system: 'Android', createdAt: at })
    expect(await listSessionsOf(database.db, bert, live, 1)).toHaveLength(1)
    expect(await endSessionsOf(database.db, bert, later(401), { onlySession: 'session bert 1' })).toBe(1)
    expect(await listSessionsOf(database.db, bert, live, 10)).toHaveLength(1)
    await database.db.execute("delete from sessions where open_id = 'bert'")
  })

  test('a password change ends every other session of that customer only (ASVS 7.4.3)', async () => {
    for (const name of ['b', 'c']) await insertSession(database.db, session(name))
    await insertSession(database.db, { ...session('x'), portfolioId: 110 })
    const ended = await endSessionsOf(database.db, anna, later(5), { exceptToken: 'token a' })
    expect(ended).toBe(2)
    expect(await findSession(database.db, 'token b')).toMatchObject({ endedAt: later(5) })
    expect(await findSession(database.db, 'token x')).toMatchObject({ endedAt: null })
    await endSession(database.db, 'token a', later(6))
    expect(await endSessionsOf(database.db, anna, later(7))).toBe(0)
    expect(await sweepEnded(database.db, 'sessions', later(43_201), 3)).toBe(3)
    expect(await sweepEnded(database.db, 'sessions', later(43_201), 3)).toBe(1)
  })
})

describe('login codes (design/security.md T4)', () => {
  const code = (flowId: string) => ({
    ...anna,
    flowId,
    purpose: 'sign-in' as const,
    contactType: 3 as const,
    codeHash: 'right',
    firstSentAt: at,
    expiresAt: later(600),
  })
  const guess = async (flowId: string, codeHash: string, when = at) =>
    await database.transaction(async (tx) => await tryLoginCode(tx, { flowId, codeHash, maxTries: 5 }, when))

  test('the 6th try is refused even with the right code, also when guessed in parallel', async () => {
    await insertLoginCode(database.db, code('guessed'))
    const tries = await Promise.all(Array.from({ length: 20 }, async () => await guess('guessed', 'wrong')))
    expect(tries.filter((one) => one === 'wrong')).toHaveLength(5)
    expect(await guess('guessed', 'right')).toBe('spent')
  })

  test('a code works once, for its flow, until it expires', async () => {
    await insertLoginCode(database.db, code('once'))
    await insertLoginCode(database.db, { ...code('late'), codeHash: 'other' })
    expect(await guess('late', 'right')).toBe('wrong')
    expect(await guess('late', 'other', later(601))).toBe('spent')
    expect(await guess('once', 'right', later(599))).toBe('right')
    expect(await guess('once', 'right', later(599))).toBe('spent')
    expect(await guess('unknown', 'right')).toBe('spent')
  })

  test('a code is sent again at most so many times', async () => {
    await insertLoginCode(database.db, code('again'))
    const renew = async () =>
      await renewLoginCode(database.db, {
        flowId: 'again',
        codeHash: 'new',
        sentBy: 'mail',
        contactType: 3,
        expiresAt: later(900),
        maxSent: 3,
      })
    expect([await renew(), await renew(), await renew()]).toEqual([true, true, false])
    expect(await guess('again', 'new', later(800))).toBe('right')
  })

  test('a device is trusted for its customer until it expires or is forgotten', async () => {
    await knowDevice(database.db, anna, { deviceHash: 'device', trusted: true, at, expiresAt: later(10) })
    expect(await findDevice(database.db, anna, 'device', later(9))).toEqual({ trusted: true })
    expect(await findDevice(database.db, anna, 'device', later(10))).toBeUndefined()
    expect(await findDevice(database.db, { ...anna, portfolioId: 110 }, 'device', at)).toBeUndefined()
    await distrustDevices(database.db, anna)
    expect(await findDevice(database.db, anna, 'device', at)).toEqual({ trusted: false })
    await forgetDevices(database.db, anna)
    expect(await findDevice(database.db, anna, 'device', at)).toBeUndefined()
  })
})

describe('links (design/security.md T2)', () => {
  const link = (tokenHash: string, maxUses: number | null) => ({
    tokenHash,
    portfolioId: 118,
    purpose: 'create-account',
    subject: { openId: 'anna' },
    sealedSubject: { email: 'new@example.com' },
    createdAt: at,
    expiresAt: later(60),
    maxUses,
  })
  const use = async (tokenHash: string, overrides = {}, when = at) =>
    await consumeResource(
      database.db,
      { tokenHash, portfolioId: 118, purpose: 'create-account', ...overrides },
      when,
    )

  test('reading does not use it up; of many uses at once one holds', async () => {
    await insertResource(database.db, cipher, link('one', 1))
    for (let read = 0; read < 3; read += 1) {
      expect(await findResource(database.db, cipher, 'one')).toMatchObject(link('one', 1))
    }
    const uses = await Promise.all(Array.from({ length: 10 }, async () => await use('one')))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  test.each([
    ['another purpose', { purpose: 'reset' }, at],
    ['another portfolio', { portfolioId: 110 }, at],
    ['another token', { tokenHash: 'unknown' }, at],
    ['after its time', {}, later(60)],
  ])('does not fit %s', async (what, overrides, when) => {
    await insertResource(database.db, cipher, link(`for ${what}`, 1))
    expect(await use(`for ${what}`, overrides, when)).toBe(false)
  })

  test('some may be used again and again; a revoked one not', async () => {
    await insertResource(database.db, cipher, link('many', null))
    expect([await use('many'), await use('many')]).toEqual([true, true])
    expect(await countResourceFailure(database.db, 'many')).toBe(1)
    await revokeResources(
      database.db,
      { portfolioId: 118, purpose: 'create-account' },
      { key: 'openId', id: 'anna' },
      at,
    )
    expect(await use('many')).toBe(false)
    expect(await sweepEnded(database.db, 'resources', later(61), 100)).toBeGreaterThan(0)
    expect(await findResource(database.db, cipher, 'many')).toBeUndefined()
  })
})

describe('idempotency (design/security.md T9)', () => {
  const repository = createIdempotencyRepository(cipher)
  const claim = {
    owner: 'customer:118:anna',
    call: 'sign',
    bodyHash: 'body',
    now: at,
    expiresAt: later(DAY_SECONDS),
  }

  test('of twenty at once one acts, and all others get its answer', async () => {
    let effects = 0
    const act = async () =>
      await database.transaction(async (tx) => {
        const outcome = await repository.claim(tx, { ...claim, key: 'race' })
        if (!outcome.claimed) return outcome.answer
        effects += 1
        await repository.saveAnswer(tx, claim.owner, 'race', `answer ${effects}`)
        return `answer ${effects}`
      })
    const answers = await Promise.all(Array.from({ length: 20 }, act))
    expect(effects).toBe(1)
    expect(new Set(answers)).toEqual(new Set(['answer 1']))
  })

  test('a key that was rolled back or given back is free again', async () => {
    const key = { ...claim, key: 'freed' }
    const broken = database.transaction(async (tx) => {
      await repository.claim(tx, key)
      throw new RangeError('no')
    })
    await expect(broken).rejects.toThrow(RangeError)
    expect(await repository.claim(database.db, key)).toEqual({ claimed: true })
    expect(await repository.claim(database.db, { ...key, bodyHash: 'other' })).toEqual({
      claimed: false,
      bodyHash: 'body',
      answer: undefined,
    })
    await repository.release(database.db, claim.owner, 'freed')
    expect(await repository.claim(database.db, key)).toEqual({ claimed: true })
  })

  test("no caller gets another's response; an expired key is free", async () => {
    const key = { ...claim, key: 'old' }
    await repository.claim(database.db, key)
    await repository.saveAnswer(database.db, claim.owner, 'old', '{"token":"canary"}')
    expect((await database.executeSql('select answer from idempotency_keys')).rows.join()).not.toContain(
      'canary',
    )
    expect(await repository.claim(database.db, { ...key, owner: 'customer:118:bert' })).toEqual({
      claimed: true,
    })
    const next = { ...key, bodyHash: 'new', now: later(DAY_SECONDS), expiresAt: later(2 * DAY_SECONDS) }
    expect(await repository.claim(database.db, next)).toEqual({ claimed: true })
    expect(await repository.claim(database.db, next)).toMatchObject({ bodyHash: 'new', answer: undefined })
    expect(await sweepEnded(database.db, 'idempotencyKeys', later(3 * DAY_SECONDS), 100)).toBeGreaterThan(0)
  })
})

test('attempts are counted in their window, parallel ones too, and begin again after it', async () => {
  const minute = { windowMs: 60_000 }
  const count = async (when: Date) => await countAttempt(database.db, 'sign-in:hash', minute, when)
  const counts = await Promise.all(Array.from({ length: 10 }, async () => (await count(at)).count))
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(await count(later(59))).toEqual({ count: 11, windowEndsAt: later(60) })
  expect(await count(later(60))).toEqual({ count: 1, windowEndsAt: later(120) })
  await clearAttempts(database.db, 'sign-in:hash')
  expect(await count(later(61))).toMatchObject({ count: 1 })
  expect(await sweepEnded(database.db, 'rateLimits', later(122), 100)).toBe(1)
})

test('no more than so many attempts are counted in a window, in parallel too', async () => {
  const [key, window] = ['guess:hash', { windowMs: 60_000, most: 4 }]
  const count = (when: Date) => countUpTo(database.db, key, window, when)
  const counted = await Promise.all(Array.from({ length: 10 }, () => count(at)))
  expect(counted.filter(Boolean)).toHaveLength(4)
  expect((await readWindow(database.db, key, window, at))?.count).toBe(4)
  await uncountAttempt(database.db, key)
  expect([await count(later(1)), await count(later(1))]).toEqual([true, false])
  expect(await count(later(60))).toBe(true)
  await clearAttempts(database.db, key)
})

test('a window that ends later than one begun now could is not believed: the clock was set back', async () => {
  const [key, window] = ['clock:hash', { windowMs: 60_000, most: 1 }]
  const afterDays = later(13 * DAY_SECONDS)
  await countAttempt(database.db, key, window, afterDays)
  expect(await readWindow(database.db, key, window, at)).toBeUndefined()
  expect(await countAttempt(database.db, key, window, at)).toEqual({ count: 1, windowEndsAt: later(60) })
  await countAttempt(database.db, key, window, afterDays)
  expect(await countUpTo(database.db, key, window, at)).toBe(true)
  // The clocks of two nodes may differ by a little.
  expect(await countAttempt(database.db, key, window, later(-30))).toMatchObject({ count: 2 })
  await clearAttempts(database.db, key)
})
