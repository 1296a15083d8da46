import { signingSignCall } from '@dolphin/contract/agreements'
import { readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { signInCall } from '@dolphin/contract/identity-sessions'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import { resealBatch } from '@dolphin/database/driver/reseal'
import { placeOf, SEALED_COLUMNS } from '@dolphin/database/driver/sealed-columns'
import { openSealedText } from '@dolphin/database/driver/sealed-texts'
import { readTables } from '@dolphin/database/driver/table-catalog'
import { rewrapFolder } from '@dolphin/integrations/objects/sealed-store'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyRing, lastingKeysOf, openFieldCipher } from './keys.ts'
import { makeTestPlace, startTestApi, type TestApi, type TestPlace } from '../testing/api-fixture.ts'
import { readyToSign, signInput } from '../testing/signing-sessions.ts'
import { PASSWORD } from '../testing/customers.ts'
import { batchOn } from '../testing/funded-loans.ts'
import { systemRandom } from '../wall-clock.ts'
import { readKeyState, stillNeeded } from './key-state.ts'
import { objectKeysOf } from './object-keys.ts'
import { rotateFields } from './rotate-fields.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const lasting = lastingKeysOf(OLD)
const both = createKeyRing(NEW, { others: [OLD], lasting })
const newAlone = createKeyRing(NEW, { lasting })
const [oldKey, newKey] = [createKeyRing(OLD), both].map(
  (ring) => openFieldCipher(ring, systemRandom).keyIds[0],
) as [string, string]

const clock = new FakeClock()
let place: TestPlace
let api: TestApi
let oldCipher: FieldCipher
let cipher: FieldCipher
let newCipher: FieldCipher
let borrower: Awaited<ReturnType<typeof readyToSign>>

/** A borrower's days under the old key; then the server starts again, with the new one before it. */
beforeAll(async () => {
  place = await makeTestPlace()
  const before = await startTestApi({ place, clock, keys: createKeyRing(OLD) })
  const loan = await readyToSign(before)
  await loan.client.ask(signingSignCall, signInput(loan.opened))
  await batchOn(before, '2026-03-03')
  await before.runJobs()
  await before.close()
  api = await startTestApi({ place, clock, keys: both })
  // The keys of records are the server's: the database reads them for it.
  const { records } = api.deps.cipher
  oldCipher = openFieldCipher(createKeyRing(OLD), systemRandom, records)
  cipher = openFieldCipher(both, systemRandom, records)
  newCipher = openFieldCipher(newAlone, systemRandom, records)
  borrower = { ...loan, client: Object.assign(loan.client.through(api.app), { openId: loan.client.openId }) }
})
afterAll(async () => {
  await api.close()
  await place.remove()
})

/** Opens every sealed value there is; answers how many. */
async function openAll(keys: FieldCipher): Promise<number> {
  let opened = 0
  for (const column of SEALED_COLUMNS) {
    const { text = 'whole' } = column
    const value = text === 'whole' ? sql`` : sql` #>> ${`{${text.join(',')}}`}::text[]`
    // As digits, in which the driver opens nothing; the row itself makes it read the keys.
    const { rows } = await api.database.db.execute<Record<string, string | null>>(
      sql`select *, encode(convert_to(${sql.identifier(column.column)}${value}, 'UTF8'), 'hex') as sealed
        from ${sql.identifier(column.table)}`,
    )
    for (const row of rows) {
      const sealed = Buffer.from(row['sealed'] ?? '', 'hex').toString()
      if (sealed === '') continue
      if (column.text === undefined) keys.open(placeOf(column, row), sealed)
      else openSealedText(keys, sealed)
      opened += 1
    }
  }
  return opened
}

const parts = () => ({ database: api.database, cipher, writeLine: () => undefined })

/** A database that is there for so many transactions. */
function lostAfter(transactions: number): Pick<TestApi['database'], 'transaction'> {
  let done = 0
  return {
    async transaction(work, isolation) {
      if (done === transactions) throw new Error('killed')
      done += 1
      return await api.database.transaction(work, isolation)
    },
  }
}
const state = () => readKeyState(api.database, cipher, both, [api.deps.objectFolder, api.deps.keyFolder])
const use = async (keyId: string) => (await state()).keys.find((one) => one.keyId === keyId)

test('what lies sealed in the database lies in a column that is sealed anew (design/security.md T19)', async () => {
  // Under the master key alone, and under a record's key too.
  const [ofMaster, ofRecord] = [1, 2].map((version) =>
    Buffer.concat([Buffer.of(version), Buffer.from(oldKey, 'hex')])
      .toString('base64')
      .slice(0, 6),
  )
  const found: string[] = []
  for (const { name, columns } of await readTables(api.database.db)) {
    for (const { name: column, type } of columns.filter((one) => /^(text|jsonb?)/.test(one.type))) {
      const { rows } = await api.database.db.execute(
        sql`select 1 from ${sql.identifier(name)}
          where left(${sql.identifier(column)}::text, 10) similar to ${`%(${ofMaster}|${ofRecord})%`} limit 1`,
      )
      if (rows.length > 0) found.push(type.endsWith('[]') ? `${name}.${column}[]` : `${name}.${column}`)
    }
  }
  expect(found.length).toBeGreaterThan(12)
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  // A visit at the sandbox bank lasts for minutes.
  expect(found.filter((one) => !known.includes(one))).toEqual(['sandbox_bank_sessions.shared_accounts[]'])
})

test('a server with the new key before the old one reads everything, finds its people, and seals with the new one', async () => {
  expect(await openAll(cipher)).toBeGreaterThan(30)
  expect(await use(newKey)).toMatchObject({ role: 'newest', fields: 0, passwords: 0 })
  expect((await use(oldKey))?.passwords).toBe(1)
  const fresh = api.client()
  const body = { portfolioId: 118, account: borrower.email, password: PASSWORD, device: { remember: true } }
  expect(await fresh.ask(signInCall, { body })).toMatchObject({ needsCode: true })
  expect((await use(newKey))?.passwords).toBe(1)
  expect((await use(oldKey))?.passwords).toBe(0)
  // The session that was opened before goes on: its statement was signed with the old key.
  const query = { externalKey: borrower.applicationNo }
  await borrower.client.ask(readFormCall, { params: { code: 'personal' }, query })
  await api.runJobs()
  expect((await use(newKey))?.fields).toBeGreaterThan(0)
})

test('a batch that is broken off leaves every row as it was', async () => {
  const [column] = SEALED_COLUMNS
  if (column === undefined) throw new Error('there are sealed columns')
  const before = await state()
  const broken = api.database.transaction(async (tx) => {
    const { resealed } = await resealBatch(tx, cipher, { column, after: undefined, limit: 10 })
    expect(resealed).toBeGreaterThan(0)
    throw new Error('killed')
  })
  await expect(broken).rejects.toThrow('killed')
  expect(await state()).toEqual(before)
})

test('killed half way it has done what was committed; everything opens, and begun again it goes on', async () => {
  const killed = rotateFields({ ...parts(), database: { ...api.database, ...lostAfter(6) } })
  await expect(killed).rejects.toThrow('killed')
  const half = await use(oldKey)
  expect(half?.fields).toBeGreaterThan(0)
  expect((await use(newKey))?.fields).toBeGreaterThan(3)
  expect(await openAll(cipher)).toBeGreaterThan(30)
  expect(stillNeeded(await state(), oldKey, false)).toEqual([
    expect.stringMatching(/^\d+ fields are sealed with it/),
    expect.stringMatching(/^the keys of \d+ objects are wrapped with it/),
  ])
})

test('it runs while borrowers save, and ends with nothing under the old key (docs/guides/keys.md)', async () => {
  const save = async (employerName: string) => {
    const query = { externalKey: borrower.applicationNo }
    const read = await borrower.client.ask(readFormCall, { params: { code: 'employment' }, query })
    return borrower.client.call(updateFormCall, {
      params: { code: 'employment' },
      body: { externalKey: borrower.applicationNo, changed: { employerName }, version: read.version },
    })
  }
  const saves = Promise.all(['First Works', 'Second Works'].map(save))
  await rotateFields(parts())
  await saves
  await rotateFields(parts())
  expect(stillNeeded(await state(), oldKey, true)).toEqual([
    expect.stringMatching(/^the keys of \d+ objects are wrapped with it/),
  ])
  await rewrapFolder(api.deps.keyFolder, objectKeysOf(cipher, systemRandom))
  expect(await use(oldKey)).toMatchObject({ fields: 0, objects: 0 })
  expect(await rotateFields(parts())).toBe(0)
  expect(await openAll(newCipher)).toBeGreaterThan(30)
  await expect(openAll(oldCipher)).rejects.toThrow('does not open')
})

test('a key goes when nothing needs it; the newest and an unknown one never do', async () => {
  await api.database.db.execute(sql`update ach_files set sent_at = null`)
  expect(stillNeeded(await state(), oldKey, false)).toEqual([
    expect.stringMatching(/^an ACH file is generated and not transmitted yet/),
  ])
  await api.database.db.execute(sql`update ach_files set sent_at = created_at`)
  const now = await state()
  expect(stillNeeded(now, oldKey, false)).toEqual([])
  expect(stillNeeded(now, newKey, true)).toEqual([expect.stringMatching(/^it is the newest/)])
  expect(stillNeeded(now, 'ffffffff', true)).toEqual(['no key has the number ffffffff'])
  const stranger = openFieldCipher(createKeyRing(OLD), systemRandom)
  const unknown = await readKeyState(api.database, stranger, both, [
    api.deps.objectFolder,
    api.deps.keyFolder,
  ])
  expect(unknown.keys.find(({ keyId }) => keyId === newKey)?.role).toBe('unknown')
})

test('history stays append-only: nothing but a seal changes, and only in a transaction that enables it', async () => {
  const { db } = api.database
  await expect(db.execute(sql`update decisions set decision = 'x'`)).rejects.toMatchObject({ code: 'DL001' })
  await expect(
    api.database.transaction(async (tx) => {
      await tx.execute(sql`select set_config('dolphin.resealing', 'on', true)`)
      await tx.execute(sql`update decisions set loan_no = 'x'`)
    }),
  ).rejects.toMatchObject({ code: 'DL001' })
  await expect(
    api.database.transaction(async (tx) => {
      await tx.execute(sql`select set_config('dolphin.resealing', 'on', true)`)
      await tx.execute(sql`delete from risk_reports`)
    }),
  ).rejects.toMatchObject({ code: 'DL001' })
})
