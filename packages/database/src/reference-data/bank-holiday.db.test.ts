import { localDate } from '@dolphin/domain/calendar/local-date'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addBankHoliday,
  countBankHolidays,
  listBankHolidays,
  seedBankHolidays,
} from './bank-holiday-repository.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

test('bank holidays are listed by day, and a day that is closed keeps its name', async () => {
  const holidays = [
    { holiday: localDate(2026, 12, 25), name: 'Christmas Day' },
    { holiday: localDate(2026, 1, 1), name: 'New Year’s Day' },
  ]
  await seedBankHolidays(database.db, holidays)
  await seedBankHolidays(database.db, holidays)
  const mourning = { holiday: localDate(2026, 7, 1), name: 'National Day of Mourning' }
  expect(await addBankHoliday(database.db, mourning)).toEqual(mourning)
  expect(await addBankHoliday(database.db, { ...mourning, name: 'Another' })).toEqual(mourning)
  expect(await listBankHolidays(database.db)).toEqual([holidays[1], mourning, holidays[0]])
  expect(await countBankHolidays(database.db)).toBe(3)
})
