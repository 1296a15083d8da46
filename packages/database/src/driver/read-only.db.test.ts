import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReadOnly, withReadOnly } from './read-only.ts'
import { withRowSecurity } from './row-security.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const WRITE = sql`insert into bank_holidays (holiday, name) values ('2026-07-03', 'A day off')`
const HOLIDAYS = sql`select * from bank_holidays where name = 'A day off'`
const REFUSED = { code: '25006' }
const count = async () =>
  (await database.db.execute<{ rows: number }>(sql`select count(*)::integer as rows from loan_history`))
    .rows[0]?.rows

test('every write is refused: of a single query, of a transaction, and of plain SQL', async () => {
  await expect(withReadOnly(() => database.db.execute(WRITE))).rejects.toMatchObject(REFUSED)
  await expect(
    withReadOnly(() => database.transaction(async (tx) => await tx.execute(WRITE))),
  ).rejects.toMatchObject(REFUSED)
  await expect(
    withReadOnly(() => database.transaction(async (tx) => await tx.execute(WRITE), 'serializable')),
  ).rejects.toMatchObject(REFUSED)
  await expect(
    withReadOnly(() => database.executeSql('create table brought (id integer)')),
  ).rejects.toMatchObject(REFUSED)
  await expect(
    withReadOnly(() => database.executeNamed("select nextval('note_serial')", [])),
  ).rejects.toMatchObject(REFUSED)
})

test('reads are answered, alone, together, in a transaction, and as a borrower', async () => {
  const owner = { portfolioId: 118, openId: 'one' }
  const answers = await withReadOnly(() =>
    Promise.all([
      count(),
      database.transaction(async (tx) => (await tx.execute(sql`select 1`)).rows.length),
      withRowSecurity(owner, () => count()),
    ]),
  )
  expect(answers).toEqual([0, 1, 0])
})

test('what comes after it writes again on the same sessions', async () => {
  expect(await withReadOnly(() => Promise.resolve(isReadOnly()))).toBe(true)
  expect(isReadOnly()).toBe(false)
  await database.db.execute(WRITE)
  expect(await withReadOnly(async () => (await database.db.execute(HOLIDAYS)).rows)).toHaveLength(1)
})
