import { readFindTerms } from '@dolphin/domain/find/find-term'
import { AccountStatus, ContactType } from '@dolphin/domain/identity/codes'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFieldCipher, type FieldCipher } from '../driver/field-cipher.ts'
import { deleteContact, saveContact } from '../identity/contact-repository.ts'
import { forgetAnswers, insertCustomer, saveProfile } from '../identity/customer-repository.ts'
import { eraseAccount, eraseLoan } from '../retention/erase-repository.ts'
import { addCustomerNote, listCustomerNotes } from './customer-note-repository.ts'
import { rebuildFindTokens } from './find-rebuild-repository.ts'
import { listOwnersOfTerms } from './find-token-repository.ts'

const NOW = new Date('2026-03-17T15:00:00Z')
const cipherOf = (index: number): FieldCipher =>
  createFieldCipher({
    master: new Uint8Array(32).fill(1),
    index: new Uint8Array(32).fill(index),
    random: new SeededRandom(1),
  })
const cipher = cipherOf(2)
const JORDAN = { portfolioId: 118, openId: 'jordan' } as const
const PROFILE = { firstName: 'Jordan', lastName: 'Avila-Cruz', birthDate: '1990-03-04' } as const

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await addCustomer('jordan')
})
afterAll(() => database.close())

async function addCustomer(openId: string, portfolioId = 118): Promise<void> {
  await database.transaction(async (tx) => {
    const owner = { portfolioId, openId }
    const email = `${openId}@example.com`
    await insertCustomer(
      tx,
      cipher,
      { ...owner, email, profile: {}, accountStatus: AccountStatus.active },
      NOW,
    )
    await saveProfile(tx, cipher, owner, { profile: PROFILE, ssn: '123456201', at: NOW })
    const phone = { contactType: ContactType.cellPhone, value: '3025550155', verified: false }
    await saveContact(tx, cipher, owner, { contact: phone, at: NOW })
  })
}

const found = async (typed: string, { portfolioId = 118, by = cipher, limit = 20 } = {}) =>
  (await listOwnersOfTerms(database.db, by, { portfolioId, terms: readFindTerms(typed), limit })).map(
    ({ openId, kind }) => `${openId} ${kind}`,
  )

describe('a customer is found by keyed hashes of what is sealed (design/console.md, Find)', () => {
  test.each([
    ['Jordan@Example.com', 'jordan email'],
    ['(302) 555-0155', 'jordan phone'],
    ['6201 3/4/1990', 'jordan ssnAndBirth'],
    ['Avila-Cruz, J', 'jordan name'],
    ['avila j', 'jordan name'],
    ['Jordan Cruz', 'jordan name'],
  ])('%s', async (typed, hit) => {
    expect(await found(typed)).toEqual([hit])
  })

  test.each(['jordan@example.org', '3025550156', '6202 3/4/1990', '6201 3/5/1990', 'Avila P', 'Ruiz J'])(
    'and not by %s',
    async (typed) => {
      expect(await found(typed)).toEqual([])
    },
  )

  test('not from another portfolio', async () => {
    expect(await found('avila j', { portfolioId: 110 })).toEqual([])
  })

  test('nothing of the fields stands in the table, and another key makes other hashes', async () => {
    const { rows } = await database.executeSql('select * from find_tokens')
    const told = JSON.stringify(rows)
    for (const secret of ['example', '3025550155', '6201', '1990', 'avila'])
      expect(told).not.toContain(secret)
    expect(await found('avila j', { by: cipherOf(3) })).toEqual([])
  })

  test('a list of hits is cut at its limit, each customer once', async () => {
    for (const openId of ['one', 'two', 'three']) await addCustomer(openId, 110)
    expect(await found('Avila-Cruz, J', { portfolioId: 110, limit: 2 })).toEqual(['one name', 'three name'])
  })
})

test('what a customer changes is found by the new value alone', async () => {
  await addCustomer('pat')
  const pat = { portfolioId: 118, openId: 'pat' }
  const profile = { firstName: 'Pat', lastName: 'Moreno', birthDate: '1990-03-05' }
  const phone = { contactType: ContactType.cellPhone, value: '3025550199', verified: false }
  await saveProfile(database.db, cipher, pat, { profile, at: NOW })
  await saveContact(database.db, cipher, pat, { contact: phone, at: NOW })
  expect(await found('avila j')).toEqual(['jordan name'])
  expect(await found('Moreno, Pat')).toEqual(['pat name'])
  expect(await found('6201 1990-03-05')).toEqual(['pat ssnAndBirth'])
  expect(await found('302 555 0155')).toEqual(['jordan phone'])
  expect(await found('302 555 0199')).toEqual(['pat phone'])
  await deleteContact(database.db, pat, ContactType.cellPhone)
  expect(await found('302 555 0199')).toEqual([])
  await forgetAnswers(database.db, cipher, pat, 'all')
  expect(await found('6201 1990-03-05')).toEqual([])
  expect(await found('Moreno, Pat')).toEqual(['pat name'])
})

test('a rebuild stops and goes on, writes only what is missing, and follows another lasting key', async () => {
  const before = await found('avila j')
  await database.executeSql('delete from find_tokens')
  await database.executeSql('update customers set find_key = null')
  expect(await found('avila j')).toEqual([])
  const runs: number[] = []
  do runs.push(await database.transaction((tx) => rebuildFindTokens(tx, cipher, 2)))
  while (runs.at(-1) === 2)
  expect(runs).toEqual([2, 2, 1])
  expect(await found('avila j')).toEqual(before)
  expect(await found('302 555 0155')).toEqual(['jordan phone'])
  expect(await rebuildFindTokens(database.db, cipher, 2)).toBe(0)
  const changed = cipherOf(3)
  expect(await database.transaction((tx) => rebuildFindTokens(tx, changed, 9))).toBe(5)
  expect(await found('avila j', { by: changed })).toEqual(before)
  expect(await found('avila j')).toEqual([])
  await database.transaction((tx) => rebuildFindTokens(tx, cipher, 9))
})

test('tokens and notes go with the account; notes about a loan with its file', async () => {
  const gone = { portfolioId: 118, openId: 'gone' }
  await addCustomer('gone')
  const note = { ...gone, text: 'Call after 2 PM', author: 'employee:ada', at: NOW }
  await addCustomerNote(database.db, cipher, { ...note, loanNo: null })
  await addCustomerNote(database.db, cipher, { ...note, text: 'Asked for a letter', loanNo: '118-0000214' })
  const texts = async () =>
    (await listCustomerNotes(database.db, cipher, gone, { limit: 9 })).map(({ text }) => text)
  expect(await texts()).toEqual(['Asked for a letter', 'Call after 2 PM'])
  await expect(database.executeSql(`update customer_notes set author = 'else'`)).rejects.toThrow()
  await expect(database.executeSql('delete from customer_notes')).rejects.toThrow()
  await eraseLoan(database.db, { portfolioId: 118, loanNo: '118-0000214' })
  expect(await texts()).toEqual(['Call after 2 PM'])
  await eraseAccount(database.db, gone)
  expect(await texts()).toEqual([])
  expect(await found('gone@example.com')).toEqual([])
  expect(await found('jordan@example.com')).toEqual(['jordan email'])
})

test('notes are kept to their customer', async () => {
  await addCustomerNote(database.db, cipher, {
    ...JORDAN,
    loanNo: null,
    text: 'Prefers email',
    author: 'employee:ada',
    at: NOW,
  })
  expect(await listCustomerNotes(database.db, cipher, { ...JORDAN, portfolioId: 110 }, { limit: 9 })).toEqual(
    [],
  )
  expect(await listCustomerNotes(database.db, cipher, { ...JORDAN, openId: 'pat' }, { limit: 9 })).toEqual([])
})
