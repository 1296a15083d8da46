import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentConsents, listConsents, recordConsents } from './consent-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const cipher = testCipher()
const anna = { portfolioId: 118, openId: 'anna/1' }
const otherCustomer = { portfolioId: 110, openId: 'anna/1' }

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

test('the last word on a consent counts, and every word is kept', async () => {
  const consent = { templateVersion: '1', ipAddress: '192.0.2.1', userAgent: 'test' }
  const say = async (kind: string, given: boolean) =>
    await database.transaction(
      async (tx) => await recordConsents(tx, cipher, anna, { consents: [{ ...consent, kind, given }], at }),
    )
  await Promise.all([say('sms', true), say('ach', true), say('credit', true)])
  await say('sms', false)
  const current = await currentConsents(database.db, anna)
  expect([current.get('sms')?.given, current.get('ach')?.given]).toEqual([false, true])
  expect((await listConsents(database.db, anna)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(await listConsents(database.db, otherCustomer)).toEqual([])
  await expect(database.executeSql('update consents_given set given = true')).rejects.toThrow('DL001')
})
